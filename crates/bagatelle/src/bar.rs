//! A progress bar for long work, drawn with characters.

/// A bar of 24 characters for a part of 0.0 to 1.0.
pub fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * 24.0).round() as usize;
    "#".repeat(full) + &"-".repeat(24 - full)
}

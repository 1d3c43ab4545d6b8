//! Makes the sounds of the tables: `cargo run --package bagatelle-bench --example sounds --
//! assets/sounds/sounds.wav`.
//!
//! The file is a WAVE file of one channel in 8-bit µ-law. It holds all sounds one after another, each in as
//! many slots of equal length as it needs; `assets/js/sound.js` has the same list. A struck piece rings in
//! a few tones that die away, each at its own speed; what rubs is noise. All is made by arithmetic, nothing
//! is a recording.

use std::f32::consts::TAU;

/// Samples a second.
const RATE: u32 = 22_050;
/// Samples in a slot.
const SLOT: usize = 4_851;

/// What sounds over time in seconds.
type Wave = Box<dyn Fn(f32) -> f32>;

/// All sounds in the order of the file: the name, how many slots it takes, and what sounds.
fn sounds() -> Vec<(&'static str, usize, Wave)> {
    vec![
        ("wood", 1, struck(&[(410.0, 1.0, 0.030), (905.0, 0.5, 0.018), (1_640.0, 0.3, 0.010)], 0.35, 0.004)),
        ("slide", 1, slide()),
        ("coin", 1, coin()),
        ("card", 1, card()),
        ("bulb", 1, bulb()),
        ("button", 1, struck(&[(235.0, 1.0, 0.026), (520.0, 0.35, 0.014)], 0.12, 0.006)),
        (
            "bamboo",
            1,
            struck(&[(745.0, 1.0, 0.040), (1_190.0, 0.7, 0.028), (2_310.0, 0.3, 0.012)], 0.3, 0.003),
        ),
        ("turn", 1, notes(&[(523.25, 0.0), (659.26, 0.085)])),
        ("arrival", 1, notes(&[(392.0, 0.0), (587.33, 0.06)])),
        ("over", 1, notes(&[(392.0, 0.0), (329.63, 0.09)])),
        ("won", 2, notes(&[(392.0, 0.0), (493.88, 0.085), (587.33, 0.17), (783.99, 0.255)])),
    ]
}

/// A tone that begins at once and dies away.
fn ring(at: f32, pitch: f32, decay: f32) -> f32 {
    if at < 0.0 { 0.0 } else { (TAU * pitch * at).sin() * (-at / decay).exp() * (at / 0.001).min(1.0) }
}

/// Noise that is the same at each call: a number from -1.0 to 1.0 for each step of a clock.
fn noise(at: f32, steps_s: f32) -> f32 {
    let mut bits = (at * steps_s) as u32 ^ 0x9e37_79b9;
    for (shift, factor) in [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35_u32)] {
        bits = (bits ^ (bits >> shift)).wrapping_mul(factor);
    }
    (bits ^ (bits >> 16)) as f32 / u32::MAX as f32 * 2.0 - 1.0
}

/// A piece that is struck: its tones (pitch in Hz, loudness, decay in seconds), and the noise of the touch.
fn struck(tones: &[(f32, f32, f32)], loud: f32, decay: f32) -> Wave {
    let tones = tones.to_vec();
    Box::new(move |at| {
        let rings: f32 = tones.iter().map(|&(pitch, loud, decay)| loud * ring(at, pitch, decay)).sum();
        rings + loud * noise(at, 9_000.0) * (-at / decay).exp()
    })
}

/// A tile rubs along, then touches its neighbour.
fn slide() -> Wave {
    let end = struck(&[(620.0, 0.7, 0.016), (1_310.0, 0.35, 0.010)], 0.25, 0.003);
    Box::new(move |at| {
        let swell = (at / 0.1).min(1.0) * if at < 0.1 { 1.0 } else { (-(at - 0.1) / 0.008).exp() };
        let rub = 0.16 * noise(at, 5_200.0) * swell * swell;
        rub + if at < 0.1 { 0.0 } else { end(at - 0.1) }
    })
}

/// A coin that rings and comes to rest.
fn coin() -> Wave {
    let tones = [(2_930.0, 1.0, 0.050), (4_710.0, 0.6, 0.036), (6_880.0, 0.35, 0.022)];
    let bounces = [(0.0, 1.0), (0.055, 0.5), (0.092, 0.28), (0.116, 0.16)];
    Box::new(move |at| {
        let one = |after: f32| {
            tones.iter().map(|&(pitch, loud, decay)| loud * ring(at - after, pitch, decay)).sum::<f32>()
        };
        bounces.iter().map(|&(after, loud)| loud * one(after)).sum()
    })
}

/// A card that is drawn over cloth and laid.
fn card() -> Wave {
    Box::new(|at| {
        let swell = if at < 0.035 { at / 0.035 } else { (-(at - 0.035) / 0.018).exp() };
        let air = noise(at, 14_000.0) - 0.6 * noise(at - 0.000_1, 14_000.0);
        0.45 * air * swell * swell + 0.5 * ring(at - 0.045, 172.0, 0.016)
    })
}

/// A glass bulb: a drop that rises, and a ring.
fn bulb() -> Wave {
    Box::new(|at| {
        let rise = (TAU * (430.0 * at + 2_300.0 * at * at)).sin() * (-at / 0.045).exp();
        let glass = 0.5 * ring(at - 0.05, 1_568.0, 0.05) + 0.25 * ring(at - 0.05, 4_180.0, 0.026);
        0.7 * rise * (at / 0.004).min(1.0) + glass
    })
}

/// Wooden bars that are struck one after another: the pitch of each in Hz, and when in seconds.
fn notes(notes: &[(f32, f32)]) -> Wave {
    let notes = notes.to_vec();
    Box::new(move |at| {
        let bar = |&(pitch, after): &(f32, f32)| {
            ring(at - after, pitch, 0.085) + 0.3 * ring(at - after, 3.93 * pitch, 0.018)
        };
        notes.iter().map(bar).sum()
    })
}

/// A sound in samples from -1.0 to 1.0: the loudest is 0.9, and the end of the last slot is silent.
fn samples(slots: usize, wave: &Wave) -> Vec<f32> {
    let count = slots * SLOT;
    let fade = |n: usize| ((count - n) as f32 / 400.0).min(1.0);
    let raw: Vec<f32> = (0..count).map(|n| wave(n as f32 / RATE as f32) * fade(n)).collect();
    let peak = raw.iter().fold(0.0_f32, |peak, value| peak.max(value.abs()));
    raw.iter().map(|value| value / peak * 0.9).collect()
}

/// A sample as µ-law (ITU-T G.711): the sign, the exponent and four bits, all inverted.
fn mu_law(sample: f32) -> u8 {
    let value = ((sample.abs() * 32_635.0) as u16).min(32_635) + 132;
    let exponent = (8 - value.leading_zeros().min(8)) as u16;
    let sign = if sample < 0.0 { 0x80 } else { 0 };
    !(sign | (exponent << 4) | ((value >> (exponent + 3)) & 15)) as u8
}

/// The whole file.
fn wave_file() -> Vec<u8> {
    let data: Vec<u8> =
        sounds().iter().flat_map(|(_, slots, wave)| samples(*slots, wave)).map(mu_law).collect();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    for word in [7_u16, 1] {
        file.extend(word.to_le_bytes());
    }
    file.extend(RATE.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    for word in [1_u16, 8] {
        file.extend(word.to_le_bytes());
    }
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

#[test]
fn the_file_holds_these_sounds() {
    let shipped: &[u8] = include_bytes!("../../../assets/sounds/sounds.wav");
    let made = wave_file();
    assert!(shipped.len() == made.len() && shipped.len() < 60_000, "{} bytes", shipped.len());
    // Sines differ in their last bit from machine to machine, and so does a step of the scale, rarely.
    let other = shipped.iter().zip(&made).filter(|(shipped, made)| shipped.abs_diff(**made) > 1).count();
    assert!(other < 50, "{other} samples differ");
    use bagatelle_core::present::Sound;
    let names: Vec<&str> = sounds().iter().map(|sound| sound.0).collect();
    assert!(Sound::ALL.iter().all(|sound| names.contains(&sound.name())), "each sound of a move: {names:?}");
    let script = include_str!("../../../assets/js/sound.js");
    for (name, slots, _) in sounds() {
        assert!(script.contains(&format!("[\"{name}\", {slots}]")), "{name}");
    }
}

fn main() -> std::io::Result<()> {
    let file = std::env::args().nth(1).ok_or_else(|| std::io::Error::other("name the file to write"))?;
    std::fs::write(file, wave_file())
}

//! The module that makes pages and plays games in a browser, as WebAssembly. `cargo xtask wasm` makes it; it
//! is shipped compressed.

use brotli_decompressor::BrotliDecompress;
use std::sync::LazyLock;

/// The module, compressed with brotli.
pub const COMPRESSED: &[u8] = include_bytes!("../../../../../assets/wasm/bagatelle.wasm.br");
/// Its media type, without which browsers do not compile it while it loads.
pub const MEDIA: &str = "application/wasm";

static FILE: LazyLock<String> =
    LazyLock::new(|| format!("{}-bagatelle.wasm", &blake3::hash(COMPRESSED).to_hex()[..12]));

/// The last part of its address, which holds a hash of its content.
#[must_use]
pub fn file() -> &'static str {
    &FILE
}

/// The module as browsers run it, for those that cannot take it compressed: over plain http, browsers do not
/// say that they can.
#[must_use]
pub fn plain() -> &'static [u8] {
    static PLAIN: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut plain = Vec::new();
        if let Err(error) = BrotliDecompress(&mut &*COMPRESSED, &mut plain) {
            tracing::error!(%error, "the module for browsers is damaged");
            plain.clear();
        }
        plain
    });
    &PLAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_one() {
        assert!(plain().starts_with(b"\0asm\x01\0\0\0"));
        assert!(plain().len() > 2 * COMPRESSED.len());
        assert!(file().ends_with("-bagatelle.wasm"));
    }
}

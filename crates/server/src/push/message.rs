//! The encryption of a message for a browser (RFC 8291, with the coding of RFC 8188). Only the browser reads
//! it; its push service sees how long it is.

use crate::system::random;
use anyhow::{Result, anyhow};
use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

/// How many bytes a public key has.
const POINT: usize = 65;
/// How many bytes the secret of a browser has.
const AUTH: usize = 16;
/// How many bytes a salt has.
const SALT: usize = 16;
/// The length of a record, which is more than any message needs.
const RECORD: u32 = 4096;
/// What ends the last record.
const LAST: u8 = 2;
/// To how many bytes a message is filled up, so that its length tells nothing.
const FILLED: usize = 128;

/// The keys of a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    public: [u8; POINT],
    auth: [u8; AUTH],
}

impl Keys {
    /// Reads the keys as a browser gives them; `None` if they are none.
    #[must_use]
    pub fn read(p256dh: &str, auth: &str) -> Option<Keys> {
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok();
        let keys = Keys { public: decode(p256dh)?.try_into().ok()?, auth: decode(auth)?.try_into().ok()? };
        // A point that is not on the curve is no key.
        keys.agree().ok().map(|_| keys)
    }

    /// A new key of the server for one message, and what it has in common with that of the browser.
    fn agree(&self) -> Result<(Vec<u8>, Vec<u8>)> {
        let random = || anyhow!("the system gives no random numbers");
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).map_err(|_| random())?;
        let public = own.compute_public_key().map_err(|_| random())?.as_ref().to_vec();
        let theirs = UnparsedPublicKey::new(&ECDH_P256, self.public);
        let shared = agree_ephemeral(own, &theirs, <[u8]>::to_vec);
        Ok((public, shared.map_err(|_| anyhow!("the key of a browser is not a point of the curve"))?))
    }

    /// Encrypts a message.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn encrypt(&self, message: &str) -> Result<Vec<u8>> {
        let (public, shared) = self.agree()?;
        let filling = FILLED.saturating_sub(message.len());
        self.seal(message, filling, &random::bytes()?, &public, &shared)
    }

    fn seal(
        &self,
        message: &str,
        filling: usize,
        salt: &[u8; SALT],
        public: &[u8],
        shared: &[u8],
    ) -> Result<Vec<u8>> {
        let common = Salt::new(HKDF_SHA256, &self.auth).extract(shared);
        let common = expand::<32>(&common, &[b"WebPush: info\0", &self.public, public])?;
        let derived = Salt::new(HKDF_SHA256, salt).extract(&common);
        let key = expand::<16>(&derived, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = expand::<NONCE_LEN>(&derived, &[b"Content-Encoding: nonce\0"])?;
        let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| anyhow!("the key has another length"))?;
        let mut text = [message.as_bytes(), &[LAST], &vec![0; filling]].concat();
        LessSafeKey::new(key)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)
            .map_err(|_| anyhow!("a message cannot be sealed"))?;
        let length = u8::try_from(public.len())?;
        Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &text].concat())
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    let filled = from.expand(info, Length(N)).and_then(|okm| okm.fill(&mut bytes));
    filled.map(|()| bytes).map_err(|_| anyhow!("a key is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    const PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

    #[test]
    fn the_example_of_the_standard_is_encrypted_as_it_says() {
        // RFC 8291, appendix A.
        let keys = Keys::read(PUBLIC, "BTBZMqHH6r4Tts7J_aSIgg").unwrap();
        let public =
            decode("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared = decode("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let text = "When I grow up, I want to be a watermelon";
        let sealed = keys.seal(text, 0, &salt, &public, &shared).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm\
             S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_\
             Qulcy4a-fN"
        );
    }

    #[test]
    fn messages_are_all_of_one_length_and_no_two_are_alike() {
        let keys = Keys::read(PUBLIC, "BTBZMqHH6r4Tts7J_aSIgg").unwrap();
        let [one, same, other] = ["a", "a", "something longer"].map(|text| keys.encrypt(text).unwrap());
        assert_eq!((one.len(), same.len()), (other.len(), other.len()));
        assert_ne!(one, same);
    }

    #[test]
    fn what_is_no_key_of_a_browser_is_refused() {
        assert!(Keys::read(&format!("{PUBLIC}="), "BTBZMqHH6r4Tts7J_aSIgg==").is_some(), "filled up");
        for (public, auth) in [
            ("", "BTBZMqHH6r4Tts7J_aSIgg"),
            (PUBLIC, ""),
            (PUBLIC, "BTBZMqHH6r4Tts7J_aSI"),
            (&PUBLIC[..80], "BTBZMqHH6r4Tts7J_aSIgg"),
            (&PUBLIC.replace("BCVx", "BCVy"), "BTBZMqHH6r4Tts7J_aSIgg"),
            ("?", "?"),
        ] {
            assert_eq!(Keys::read(public, auth), None, "{public} {auth}");
        }
    }
}

//! The key by which push services recognize the server (VAPID, RFC 8292). It is made at the first start. The
//! database has it, sealed with the server's secret: a copy of the database alone does not open it.

use crate::auth::token::Secret;
use crate::system::random;
use anyhow::{Context, Result, anyhow};
use bagatelle_store::Store;
use bagatelle_table::Millis;
use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// For how long a signature holds, in seconds: services accept a day at most.
const SIGNED_FOR: i64 = 12 * 60 * 60;

/// The purpose for which the secret is used here.
const SEALED: &str = "bagatelle 2026-11-28 the key of pushes";

/// The key of a server.
pub struct PushKey {
    pair: EcdsaKeyPair,
    /// The address at which a push service can find the host; some want to know it.
    contact: Option<String>,
}

fn seal(secret: &Secret) -> Result<LessSafeKey> {
    let key = UnboundKey::new(&AES_256_GCM, &secret.derived(SEALED, &[]));
    Ok(LessSafeKey::new(key.map_err(|_| anyhow!("a secret has 32 bytes"))?))
}

/// A new key, sealed with the secret.
fn fresh(secret: &Secret) -> Result<String> {
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let mut sealed = made.map_err(|_| anyhow!("the system gives no random numbers"))?.as_ref().to_vec();
    let nonce = random::bytes::<NONCE_LEN>()?;
    let tag = seal(secret)?
        .seal_in_place_separate_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .map_err(|_| anyhow!("a key cannot be sealed"))?;
    Ok(BASE64URL_NOPAD.encode(&[&nonce[..], &sealed, tag.as_ref()].concat()))
}

/// The key in a text; `None` if it is sealed with another secret.
fn open(text: &str, secret: &Secret) -> Option<EcdsaKeyPair> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut sealed = sealed.to_vec();
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let pkcs8 = seal(secret).ok()?.open_in_place(nonce, Aad::empty(), &mut sealed).ok()?;
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new()).ok()
}

impl PushKey {
    /// The key in the database, or, at the first start, a new one. If the secret is another one than before,
    /// the key cannot be opened: a new one takes its place, and the browsers that know the old one are
    /// forgotten.
    ///
    /// # Errors
    /// When the store fails, or the system has no random numbers.
    pub async fn load(store: &Store, secret: &Secret, contact: Option<String>) -> Result<PushKey> {
        let mut text = store.push_key(&fresh(secret)?).await?;
        if open(&text, secret).is_none() {
            tracing::warn!("the secret is new: visitors have to ask for notifications again");
            store.replace_push_key(&text, &fresh(secret)?).await?;
            text = store.push_key(&text).await?;
        }
        let pair = open(&text, secret).context("the key of notifications cannot be opened")?;
        Ok(PushKey { pair, contact })
    }

    /// The public key, as browsers want it.
    #[must_use]
    pub fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.pair.public_key().as_ref())
    }

    /// What a request to a push service at this origin says about its sender.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn authorization(&self, origin: &str, now: Millis) -> Result<String> {
        let encode = |json: &serde_json::Value| BASE64URL_NOPAD.encode(json.to_string().as_bytes());
        let mut claims = json!({ "aud": origin, "exp": now / 1000 + SIGNED_FOR });
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let signed = format!("{}.{}", encode(&json!({ "typ": "JWT", "alg": "ES256" })), encode(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.map_err(|_| anyhow!("the system gives no random numbers"))?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    async fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        (folder, store)
    }

    #[tokio::test]
    async fn the_key_is_kept_under_the_secret() {
        let (_folder, store) = store().await;
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let first = PushKey::load(&store, &secret, None).await.unwrap().public();
        assert_eq!(PushKey::load(&store, &secret, None).await.unwrap().public(), first);
        let kept = store.push_key("").await.unwrap();
        assert!(open(&kept, &other).is_none(), "a copy of the database alone does not open it");
        let second = PushKey::load(&store, &other, None).await.unwrap().public();
        assert_ne!(second, first);
        assert_eq!(PushKey::load(&store, &other, None).await.unwrap().public(), second);
    }

    #[tokio::test]
    async fn a_push_service_can_check_who_sends() {
        let (_folder, store) = store().await;
        let contact = Some("https://games.example".to_owned());
        let key = PushKey::load(&store, &Secret::random().unwrap(), contact).await.unwrap();
        let text = key.authorization("https://push.example", 1_000_000).unwrap();
        let (token, public) = text.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public))
            .verify(signed.as_bytes(), &decode(signature))
            .unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(
            claims,
            json!({ "aud": "https://push.example", "exp": 1000 + SIGNED_FOR, "sub": "https://games.example" })
        );
    }
}

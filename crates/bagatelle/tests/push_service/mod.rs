//! A push service on this machine, and browsers that are told by way of it.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// A message that has come to a push service.
#[derive(Clone)]
pub struct Message {
    /// To which browser.
    pub path: String,
    /// Its headers.
    pub headers: HeaderMap,
    /// What only the browser reads.
    pub body: Vec<u8>,
}

#[derive(Default)]
struct Shared {
    messages: Mutex<Vec<Message>>,
    /// With what it answers; it never answers with 0.
    status: Mutex<u16>,
}

/// A push service.
pub struct PushService {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: tokio::task::JoinHandle<()>,
}

async fn take(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let message = Message { path: uri.path().to_owned(), headers, body: body.to_vec() };
    shared.messages.lock().unwrap().push(message);
    let status = *shared.status.lock().unwrap();
    match status {
        0 => std::future::pending().await,
        status => StatusCode::from_u16(status).unwrap(),
    }
}

impl PushService {
    /// A push service that accepts everything.
    pub async fn new() -> PushService {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        *shared.status.lock().unwrap() = 201;
        let router = axum::Router::new().fallback(take).with_state(Arc::clone(&shared));
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        PushService { address, shared, task }
    }

    /// From now on it answers with this status; with 0, it does not answer.
    pub fn answers(&self, status: u16) {
        *self.shared.status.lock().unwrap() = status;
    }

    /// The messages that have come to a browser.
    pub fn messages(&self, browser: &Browser) -> Vec<Message> {
        let all = self.shared.messages.lock().unwrap();
        all.iter().filter(|message| browser.endpoint.ends_with(&message.path)).cloned().collect()
    }

    /// A browser with this name.
    pub fn browser(&self, name: &str) -> Browser {
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = own.compute_public_key().unwrap().as_ref().to_vec();
        let endpoint = format!("http://{}/push/{name}", self.address);
        Browser { own, public, auth: [7; 16], endpoint }
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A browser. Its key opens one message.
pub struct Browser {
    own: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
    /// Its address at the push service.
    pub endpoint: String,
}

/// A key that follows from others (HKDF, RFC 5869, of one block), written out.
fn derived(salt: &[u8], from: &[u8], info: &[&[u8]]) -> Vec<u8> {
    let common = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), from);
    let info = [info.concat(), vec![1]].concat();
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, common.as_ref()), &info).as_ref().to_vec()
}

impl Browser {
    /// Its public key and its secret, as it gives them to a page.
    pub fn keys(&self) -> [String; 2] {
        [BASE64URL_NOPAD.encode(&self.public), BASE64URL_NOPAD.encode(&self.auth)]
    }

    /// Opens a message, as RFC 8291 says.
    pub fn open(self, message: &Message) -> Value {
        let (salt, rest) = message.body.split_at(16);
        let (record, rest) = rest.split_at(4);
        assert_eq!(record, 4096u32.to_be_bytes());
        let (server, sealed) = rest[1..].split_at(usize::from(rest[0]));
        let theirs = UnparsedPublicKey::new(&ECDH_P256, server);
        let shared = agree_ephemeral(self.own, &theirs, <[u8]>::to_vec).unwrap();
        let common = derived(&self.auth, &shared, &[b"WebPush: info\0", &self.public, server]);
        let key = derived(salt, &common, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce = derived(salt, &common, &[b"Content-Encoding: nonce\0"]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut sealed = sealed.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        let end = text.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(text[end], 2, "it is the last record");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

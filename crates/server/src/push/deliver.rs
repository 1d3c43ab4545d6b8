//! The task that sends what is due, and decides what becomes of it. No move waits for it.

use super::client::Client;
use super::endpoint::{Endpoint, Reach};
use super::key::PushKey;
use super::message::Keys;
use crate::error::AppError;
use crate::limits::{
    PUSH_CLAIMED_FOR, PUSH_FAILING_FOR, PUSH_HOLDS_FOR, PUSH_LOOKS, PUSH_PAUSES, PUSH_TIME, PUSHES_AT_ONCE,
};
use crate::tables::Tables;
use anyhow::{Result, bail};
use axum::body::Bytes;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{Request, StatusCode};
use bagatelle_pages::urls;
use bagatelle_store::{Push, PushKind, StoreError};
use data_encoding::BASE64URL_NOPAD;
use http_body_util::Full;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::{OnceCell, Semaphore, watch};
use tokio::time::timeout;

/// How many bytes the topic of a push has, before it is written in letters.
const TOPIC: usize = 16;

/// What sends pushes.
pub struct Pusher {
    tables: Tables,
    key: PushKey,
    reach: Reach,
    /// It is made when it is first needed.
    client: OnceCell<Client>,
}

impl Pusher {
    /// Sends pushes with this key to where they may go.
    #[must_use]
    pub fn new(tables: Tables, key: PushKey, reach: Reach) -> Pusher {
        Pusher { tables, key, reach, client: OnceCell::new() }
    }

    /// The public key, as browsers want it.
    #[must_use]
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Reads an address to which this server sends.
    ///
    /// # Errors
    /// When it sends nothing there.
    pub fn endpoint(&self, text: &str) -> Result<Endpoint, AppError> {
        Endpoint::read(text, self.reach)
    }

    /// Sends a push that this server has claimed, unless it is no longer wanted.
    async fn settle(&self, push: &Push) -> Result<(), AppError> {
        let store = self.tables.store();
        if push.ended {
            return Ok(store.drop_subscription(&push.to.id).await?);
        }
        // A person who has the table open sees it there.
        let seen = push.kind == PushKind::Turn
            && self.tables.registry().has_open(&push.subject, &push.person).await?;
        if !push.still || seen {
            return Ok(store.end_push(push).await?);
        }
        let sent = match timeout(PUSH_TIME, self.send(push)).await {
            Ok(sent) => sent,
            Err(late) => Err(late.into()),
        };
        let service = push.to.service();
        match sent {
            Ok(status) if status.is_success() => store.push_arrived(push).await?,
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => {
                tracing::debug!(service, "a browser no longer wants notifications");
                store.drop_subscription(&push.to.id).await?;
            }
            Ok(status) => {
                tracing::debug!(service, %status, "a notification was refused");
                self.try_later(push).await?;
            }
            Err(error) => {
                tracing::debug!(service, %error, "a notification could not be sent");
                self.try_later(push).await?;
            }
        }
        Ok(())
    }

    /// Lets a push that has failed be tried again after a while; in the end, forgets the browser.
    async fn try_later(&self, push: &Push) -> Result<(), StoreError> {
        let (store, now) = (self.tables.store(), self.tables.now());
        let pause = usize::try_from(push.tries - 1).ok().and_then(|tried| PUSH_PAUSES.get(tried));
        let lost = push.failing_since.is_some_and(|since| now - since >= PUSH_FAILING_FOR);
        match pause {
            Some(pause) if !lost => store.push_failed(push, now, now + pause).await,
            _ => store.drop_subscription(&push.to.id).await,
        }
    }

    async fn send(&self, push: &Push) -> Result<StatusCode> {
        let client = self.client.get_or_try_init(async || {
            let reach = self.reach;
            tokio::task::spawn_blocking(move || Client::new(reach)).await?
        });
        let client = client.await?;
        let to = Endpoint::read(&push.to.endpoint, self.reach)?;
        let Some(keys) = Keys::read(&push.to.p256dh, &push.to.auth) else { bail!("the keys are damaged") };
        let path = match push.kind {
            PushKind::Turn => urls::table(&push.subject),
            PushKind::Invitation if push.at_table => urls::table(&push.subject),
            PushKind::Invitation => urls::challenges(),
            PushKind::Test => urls::settings(),
        };
        // All that is said. The browser has the words.
        let message = json!({ "kind": push.kind.word(), "path": path }).to_string();
        // Of several pushes about one table, a browser that was away gets the last.
        let topic = blake3::hash(format!("{} {}", push.kind.word(), push.subject).as_bytes());
        let request = Request::post(&to.path)
            .header("ttl", PUSH_HOLDS_FOR)
            .header("urgency", "high")
            .header("topic", BASE64URL_NOPAD.encode(&topic.as_bytes()[..TOPIC]))
            .header(AUTHORIZATION, self.key.authorization(&to.origin, self.tables.now())?)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .body(Full::new(Bytes::from(keys.encrypt(&message)?)))?;
        client.send(&to, request).await
    }
}

/// Sends what is due until the server stops.
pub async fn run(pusher: Arc<Pusher>, mut stopping: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(PUSHES_AT_ONCE));
    loop {
        tokio::select! {
            () = tokio::time::sleep(PUSH_LOOKS) => (),
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        let (now, free) = (pusher.tables.now(), places.available_permits());
        if free == 0 {
            continue;
        }
        let free = u32::try_from(free).unwrap_or(u32::MAX);
        let claimed = match pusher.tables.store().claim_pushes(now, now + PUSH_CLAIMED_FOR, free).await {
            Ok(claimed) => claimed,
            Err(error) => {
                tracing::error!(%error, "notifications cannot be read");
                continue;
            }
        };
        for push in claimed {
            // There is one: this task alone takes them.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let pusher = Arc::clone(&pusher);
            tokio::spawn(async move {
                if let Err(error) = pusher.settle(&push).await {
                    tracing::error!(%error, "what became of a notification cannot be noted");
                }
                drop(place);
            });
        }
    }
}

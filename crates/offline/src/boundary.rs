//! How the browser calls the site. The one place with `unsafe`.
//!
//! A text goes in through [`space`], which makes room for its UTF-8 and says where, and comes out as the two
//! words that a call returns: where it begins, and how long it is. The text that came out last is kept until
//! the next call. There is one thread.

#![expect(unsafe_code, reason = "exports, imports and texts in the memory of the module")]

use crate::message::{Job, Request, Start};
use crate::site::Site;
use crate::work::{warm, work};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;

#[link(wasm_import_module = "bagatelle")]
unsafe extern "C" {
    /// A clock, in milliseconds.
    safe fn clock() -> f64;
    /// Tells how far the work is: the share that is done, or a negative number, and a text.
    safe fn tell(share: f64, text: *const u8, length: usize);
}

/// How often progress is reported, in milliseconds.
const TOLD_EVERY: f64 = 250.0;

#[derive(Default)]
struct Shared {
    site: Option<Site>,
    text: Vec<u8>,
}

thread_local! {
    static SHARED: RefCell<Shared> = RefCell::default();
}

/// Makes room for a text of this many bytes and returns where to write it.
#[unsafe(no_mangle)]
extern "C" fn space(length: usize) -> *mut u8 {
    SHARED.with_borrow_mut(|shared| {
        shared.text = vec![0; length];
        shared.text.as_mut_ptr()
    })
}

/// Where the text is that the last call has returned.
#[unsafe(no_mangle)]
extern "C" fn text() -> *const u8 {
    SHARED.with_borrow(|shared| shared.text.as_ptr())
}

/// Takes the text that was written.
fn given<T: DeserializeOwned>() -> Result<T, String> {
    let text = SHARED.with_borrow_mut(|shared| std::mem::take(&mut shared.text));
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// Keeps a value as the text to read; returns its length.
fn returned<T: Serialize>(value: &Result<T, String>) -> usize {
    let text = match value {
        Ok(value) => serde_json::to_vec(value),
        Err(error) => serde_json::to_vec(&serde_json::json!({ "error": error })),
    };
    SHARED.with_borrow_mut(|shared| {
        shared.text = text.unwrap_or_default();
        shared.text.len()
    })
}

/// Starts the site with a [`Start`].
#[unsafe(no_mangle)]
extern "C" fn start() -> usize {
    let started = given::<Start>().map(|start| {
        bagatelle_pages::assets::tell(&start.assets);
        SHARED.with_borrow_mut(|shared| shared.site = Some(Site::new(start)));
    });
    returned(&started)
}

/// Answers a [`Request`] with a [`Response`](crate::Response).
#[unsafe(no_mangle)]
extern "C" fn handle() -> usize {
    let answer = given::<Request>().and_then(|request| {
        let site = SHARED.with_borrow_mut(|shared| shared.site.take());
        let mut site = site.ok_or("the site is not started")?;
        let answer = site.handle(&request);
        SHARED.with_borrow_mut(|shared| shared.site = Some(site));
        Ok(answer)
    });
    returned(&answer)
}

/// Does the work of a [`Job`] and returns a [`Done`](crate::Done).
#[unsafe(no_mangle)]
extern "C" fn think() -> usize {
    let done = given::<Job>().map(|job| {
        let begun = clock();
        let mut told = begun;
        work(&job, &|| clock() - begun, &mut |share, text| {
            if clock() - told >= TOLD_EVERY {
                told = clock();
                tell(share.unwrap_or(-1.0), text.as_ptr(), text.len());
            }
        })
    });
    returned(&done)
}

/// Fails as a fault of the program would. The tests of the page call it, to see that nothing is lost then.
#[unsafe(no_mangle)]
extern "C" fn fail() -> usize {
    panic!("the page has asked for it")
}

/// Makes the tables that the programs of a game need. The text is the id of the game, as JSON.
#[unsafe(no_mangle)]
extern "C" fn prepare() -> usize {
    returned(&given::<String>().map(|game| warm(&game)))
}

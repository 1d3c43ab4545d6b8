//! A server for one visitor, without I/O: what runs in the browser, as WebAssembly.
//!
//! [`Site`] answers the addresses that a server answers, with the same pages, made by the same functions, as
//! far as they are about one visitor alone. It keeps nothing: a [`Response`] says what to store, and the
//! caller stores it before it shows the answer. Long work is not done by the site but by [`work()`], which
//! runs in a worker of its own and can be ended at any time.
//!
//! To read: `message` has the requests and responses, `site` finds the handler of an address, and the modules
//! after it have one feature each. `boundary` is how the browser calls all this.

mod address;
mod analysis;
#[cfg(target_family = "wasm")]
mod boundary;
mod deals;
mod fault;
mod held;
mod lesson;
mod message;
mod pages;
mod play;
mod random;
mod replay;
mod review;
mod site;
mod studied;
mod tables;
mod work;

pub use address::Root;
pub use message::{
    Done, Effort, Entry, Evaluated, Form, Found, Job, KnownPar, Memory, Method, Request, Response, Start,
    Watched,
};
pub use site::Site;
pub use work::{Elapsed, Tell, warm, work};

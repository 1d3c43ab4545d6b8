//! The server as its clients meet it, without a network: requests go into the router and answers come out, on a real
//! database in a folder of its own.

mod addresses;
mod begin;
mod crowd;
mod damage;
mod failing_store;
mod failure;
mod formats;
mod hints;
mod late;
mod lesson;
mod limits;
mod log;
mod next;
mod pages;
mod people;
mod position;
mod presence;
mod replay;
mod review;
mod safety;
mod secrets;
mod set_up;
mod storage;
mod story;
mod stream;
mod takeback;
mod test_server;
mod today;
mod together;
mod why;

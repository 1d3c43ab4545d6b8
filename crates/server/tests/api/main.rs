//! The server as its clients meet it, without a network: requests go into the router and answers come out, on a real
//! database in a folder of its own.

mod hints;
mod log;
mod pages;
mod people;
mod replay;
mod safety;
mod secrets;
mod storage;
mod story;
mod stream;
mod test_server;
mod together;
mod why;

//! The server as its clients meet it, without a network: requests go into the router and answers come out, on a real
//! database in a folder of its own.

mod house;
mod pages;
mod replay;
mod safety;
mod storage;
mod story;
mod stream;

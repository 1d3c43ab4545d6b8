//! The server as its clients meet it, without a network: requests go into the router and answers come out, on a real
//! database in a folder of its own.

mod addresses;
mod begin;
mod crowd;
mod damage;
mod detours;
mod failing_store;
mod failure;
mod fairness;
mod formats;
mod hints;
mod late;
mod lesson;
mod limits;
mod log;
mod look;
mod next;
mod pages;
mod people;
mod position;
mod presence;
mod replay;
mod results;
mod review;
mod safety;
mod secrets;
mod set_up;
mod share;
mod storage;
mod story;
mod stream;
mod takeback;
mod test_server;
mod today;
mod together;
mod why;

//! What hosts do beside the real server: look after accounts and games, and bring them from one server to
//! another.

mod acts;
mod moving;
mod served;

//! The servers to measure: one, or several copies on one database.

use super::process::Process;
use anyhow::Result;
use std::net::{Ipv4Addr, SocketAddr};

/// The servers, and their processes where these are known.
pub struct Target {
    /// Where they listen. There is at least one.
    pub servers: Vec<SocketAddr>,
    /// Their processes, or none.
    pub processes: Vec<Process>,
    /// From how many addresses the games are played, if not from this machine.
    pub addresses: Option<u32>,
}

impl Target {
    /// The server for a game with this number.
    pub fn server(&self, number: u32) -> SocketAddr {
        self.servers[number as usize % self.servers.len()]
    }

    /// The address from which a game with this number is played: one of a network that is kept for
    /// measurements.
    pub fn address(&self, number: u32) -> Option<Ipv4Addr> {
        let first = u32::from(Ipv4Addr::new(198, 18, 0, 1));
        self.addresses.map(|addresses| Ipv4Addr::from(first + number % addresses))
    }

    /// What all processes have used or hold together.
    pub fn sum(&self, of: impl Fn(Process) -> Result<f64>) -> Result<Option<f64>> {
        let each: Vec<f64> = self.processes.iter().map(|&process| of(process)).collect::<Result<_>>()?;
        Ok((!each.is_empty()).then(|| each.iter().sum()))
    }
}

//! What a process has used: processor time and memory.

use anyhow::{Context, Result};
use bagatelle_server::observability::meters::resident_bytes;

/// A process of this machine, by its number.
#[derive(Clone, Copy, Debug)]
pub struct Process(pub u32);

impl Process {
    #[cfg(unix)]
    fn read(self, file: &str) -> Result<String> {
        let path = format!("/proc/{}/{file}", self.0);
        std::fs::read_to_string(&path).with_context(|| path)
    }

    /// The milliseconds that its threads have used, in the program and in the kernel.
    #[cfg(unix)]
    pub fn cpu_ms(self) -> Result<f64> {
        let stat = self.read("stat")?;
        // The name of the program stands in brackets and may hold anything.
        let (_, fields) = stat.rsplit_once(')').context("no process")?;
        let field = |n: usize| fields.split_whitespace().nth(n).and_then(|text| text.parse::<f64>().ok());
        let ticks = field(11).zip(field(12)).map(|(user, kernel)| user + kernel).context("no times")?;
        Ok(ticks * 1000.0 / rustix::param::clock_ticks_per_second() as f64)
    }

    /// The milliseconds that its threads have used, which are not asked for on this system.
    #[cfg(not(unix))]
    pub fn cpu_ms(self) -> Result<f64> {
        anyhow::bail!("process times are measured only on Linux")
    }

    /// The megabytes that it holds.
    pub fn memory_mb(self) -> Result<f64> {
        let bytes = resident_bytes(&self.0.to_string())
            .with_context(|| format!("no memory of process {}", self.0))?;
        Ok(bytes as f64 / f64::from(1 << 20))
    }
}

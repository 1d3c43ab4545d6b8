//! What the examples share: the command line, weights from a file, CPU time.

use bagatelle_brain_burn::solve::value::Weights;

/// What was asked for, as `--name value`.
pub struct Arguments(Vec<String>);

impl Arguments {
    /// Those of this process.
    pub fn read() -> Self {
        Self(std::env::args().collect())
    }

    /// What follows a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        let place = self.0.iter().position(|argument| argument == name)?;
        self.0.get(place + 1).map(String::as_str)
    }

    /// The number that follows a name.
    pub fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.text(name).map_or(otherwise, |text| text.parse().expect("a number"))
    }

    /// The weights in the file that follows `--weights`.
    pub fn weights(&self) -> Option<Weights> {
        Some(Weights::from_bytes(&std::fs::read(self.text("--weights")?).expect("the weights")))
    }
}

/// CPU time of this process so far, in seconds.
#[cfg(unix)]
pub fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// No CPU time is known here.
#[cfg(not(unix))]
pub fn cpu() -> f64 {
    0.0
}

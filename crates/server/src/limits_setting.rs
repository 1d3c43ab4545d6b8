//! How a host sets limits.

use super::Limits;
use std::str::FromStr;

impl Limits {
    /// The usual limits, without those on what visitors make and ask for: for measurements.
    #[must_use]
    pub fn off() -> Limits {
        let mut limits = Limits::default();
        for (name, ..) in limits.all().into_iter().filter(|(name, ..)| !name.starts_with("connections")) {
            limits.find(name).into_iter().for_each(|limit| *limit = u32::MAX);
        }
        limits
    }
}

impl FromStr for Limits {
    type Err = String;

    fn from_str(text: &str) -> Result<Limits, String> {
        if text.trim() == "off" {
            return Ok(Limits::off());
        }
        let mut limits = Limits::default();
        for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, number) = setting.split_once('=').ok_or("a limit is set as NAME=NUMBER")?;
            let limit =
                limits.find(name.trim()).ok_or_else(|| format!("there is no limit “{}”", name.trim()))?;
            *limit = number.trim().parse().map_err(|_| format!("“{}” is not a number", number.trim()))?;
        }
        Ok(limits)
    }
}

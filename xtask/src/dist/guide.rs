//! The commands of `docs/install.md` for an archive, run on one that was just made.

use super::archive::SUMS;
use crate::step::{self, Failed};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The guide, in the root folder.
const GUIDE: &str = "docs/install.md";

/// Where the commands install for all users.
const SHARED: &str = "/usr/local/";

/// Follows the guide with an archive that lies in a folder beside the file with sums.
pub fn followed(root: &Path, folder: &Path, archive: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(root.join(GUIDE)).map_err(|error| Failed(format!("{GUIDE}: {error}")))?;
    let here = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    for name in [archive, SUMS] {
        fs::copy(folder.join(name), here.path().join(name))
            .map_err(|error| Failed(format!("{name}: {error}")))?;
    }
    let commands = commands(&text, &here.path().join("shared")).ok_or_else(|| {
        Failed(format!("{GUIDE} does not say how an archive is unpacked, started and installed"))
    })?;
    let mut shell = Command::new("sh");
    step::run("The archive, unpacked and installed", shell.args(["-exc", &commands]).current_dir(here.path()))
}

/// The commands of the guide in one script, which installs into a folder and does not start the server.
fn commands(text: &str, shared: &Path) -> Option<String> {
    let (_, part) = text.split_once("\n## From a release\n")?;
    let (part, _) = part.split_once("\n## ")?;
    let mut blocks = part.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
    let (unpack, install) = (blocks.next()?.0, blocks.next()?.0);
    let start = unpack.lines().last().filter(|line| line.starts_with("./bagatelle "))?;
    let shared = shared.to_str()?;
    let install = install.replace("sudo ", "").replace(SHARED, &format!("{shared}/"));
    Some(format!(
        "{}\nmkdir -p {shared}/bin\n{install}\n{shared}/bin/bagatelle --version\n",
        unpack.replace(start, "./bagatelle deal brain-burn --seed 1 > deal.json")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm::root;

    #[test]
    fn the_guide_says_how_an_archive_is_installed() {
        let text = fs::read_to_string(root().join(GUIDE)).unwrap();
        let commands = commands(&text, Path::new("/shared")).unwrap();
        assert!(
            commands.contains("tar -xzf") && commands.contains("install bagatelle /shared/bin/"),
            "{commands}"
        );
        assert!(!commands.contains("sudo") && !commands.contains(SHARED), "{commands}");
    }
}

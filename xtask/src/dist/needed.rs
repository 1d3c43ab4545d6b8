//! The packages that hold the libraries which a program for Linux needs.

use crate::step::Failed;
use std::path::Path;
use std::process::Command;

/// The packages of Debian that a program depends on, the C library in the version that it needs.
pub fn packages(program: &Path) -> Result<String, Failed> {
    // Where Rust links, the tools of the linker are.
    let mut tool = Command::new("readelf");
    tool.args(["--wide", "--dynamic", "--version-info"]).arg(program).env("LC_ALL", "C");
    let output = tool.output().map_err(|error| Failed(format!("readelf: {error}")))?;
    if !output.status.success() {
        return Err(Failed(format!("readelf: {}", String::from_utf8_lossy(&output.stderr))));
    }
    of(&String::from_utf8_lossy(&output.stdout))
}

/// The packages, by what `readelf` says.
fn of(said: &str) -> Result<String, Failed> {
    let mut others = Vec::new();
    for library in said.lines().filter(|line| line.contains("(NEEDED)")).filter_map(in_brackets) {
        match library {
            "libc.so.6" | "libm.so.6" | "libdl.so.2" | "librt.so.1" | "libpthread.so.0" => (),
            "libgcc_s.so.1" => others.push("libgcc-s1"),
            name if name.starts_with("ld-linux") => (),
            name => return Err(Failed(format!("no package is known that holds {name}"))),
        }
    }
    let versions = said.split("Name: GLIBC_").skip(1).filter_map(|rest| {
        let version = rest.split_whitespace().next()?;
        version.split('.').map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<_>>>()
    });
    let newest =
        versions.max().ok_or_else(|| Failed("the program needs no version of the C library".into()))?;
    let newest: Vec<String> = newest.iter().map(u32::to_string).collect();
    let libc = format!("libc6 (>= {})", newest.join("."));
    Ok([libc].into_iter().chain(others.into_iter().map(str::to_owned)).collect::<Vec<_>>().join(", "))
}

fn in_brackets(line: &str) -> Option<&str> {
    Some(line.split_once('[')?.1.split_once(']')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
 0x0000000000000001 (NEEDED)             Shared library: [libgcc_s.so.1]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
  0x0010:   Name: GLIBC_2.9  Flags: none  Version: 4
  0x0020:   Name: GLIBC_2.34  Flags: none  Version: 3
  0x0030:   Name: GLIBC_2.2.5  Flags: none  Version: 2
";

    #[test]
    fn the_newest_version_of_the_c_library_counts() {
        assert!(of(SAID).is_ok_and(|packages| packages == "libc6 (>= 2.34), libgcc-s1"));
        let strange = SAID.replace("libgcc_s.so.1", "libodd.so.3");
        assert!(of(&strange).is_err_and(|Failed(why)| why.contains("libodd.so.3")));
    }
}

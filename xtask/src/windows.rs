//! `cargo xtask windows`: the program for Windows, compiled on Linux, and tried in Wine.

use crate::step::{self, Failed};
use crate::workspace::Workspace;
use crate::{cargo, needs};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What it is compiled for.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// The compiler of its parts in C, which also links.
const LINKER: &str = "x86_64-w64-mingw32-gcc";

/// What Rust asks for chance, and Wine has since version 9: a library in the current folder is taken first.
const CHANCE: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
    return SystemFunction036(bytes, (ULONG)length);
}
";

/// Where Wine may be, for programs of 64 bits.
const WINE: [&str; 3] = ["wine64", "../lib/wine/wine64", "wine"];

/// Runs the command.
pub fn run(args: &[OsString]) -> Result<(), Failed> {
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    match args.iter().map(AsRef::as_ref).collect::<Vec<_>>().as_slice() {
        [] => {
            println!("\n{}", built()?.display());
            Ok(())
        }
        ["--try"] => attempt(&built()?),
        _ => Err(Failed("windows takes nothing, or --try".into())),
    }
}

/// Compiles the program, and says where it is.
fn built() -> Result<PathBuf, Failed> {
    if needs::find(LINKER).is_none() {
        return Err(Failed(format!("{LINKER} is missing; on Debian it is in gcc-mingw-w64-x86-64")));
    }
    let rustc = std::env::var_os("BAGATELLE_WINDOWS_RUSTC").or_else(|| std::env::var_os("RUSTC"));
    let rustc = rustc.unwrap_or_else(|| "rustc".into());
    let folder = Workspace::read()?.target.join("windows");
    let mut build =
        cargo(&["build", "--locked", "--package", "bagatelle", "--target", TARGET, "--target-dir"]);
    build.arg(&folder).env("RUSTC", &rustc);
    let printed = |args: &[&str]| {
        let output = Command::new(&rustc).args(args).output();
        PathBuf::from(
            output
                .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
                .unwrap_or_default(),
        )
    };
    if !printed(&["--print", "target-libdir", "--target", TARGET]).exists() {
        let sources = printed(&["--print", "sysroot"]).join("lib/rustlib/src/rust/library/std/Cargo.toml");
        if !sources.exists() {
            return Err(Failed(format!(
                "{} has no library for {TARGET}, nor its sources: docs/dev/windows.md says how to have them",
                rustc.display()
            )));
        }
        build.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_unwind");
    }
    step::run("The program for Windows", &mut build)?;
    Ok(folder.join(TARGET).join("debug/bagatelle.exe"))
}

/// The server in Wine, ended when it is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn failed(what: &str, why: impl ToString) -> Failed {
    Failed(format!("{what}: {}", why.to_string()))
}

/// Lets the program deal, solve, and serve its first page.
fn attempt(program: &Path) -> Result<(), Failed> {
    let beside = |name: &&str| needs::find("wine").map(|wine| wine.with_file_name(name));
    let wine =
        WINE.iter().find_map(|name| needs::find(name).or_else(|| beside(name).filter(|file| file.exists())));
    let wine = wine.ok_or_else(|| Failed("Wine is missing; on Debian it is in wine64".into()))?;
    let folder = tempfile::tempdir().map_err(|error| failed("a folder", error))?;
    let here = |args: &[&str]| {
        let mut command = Command::new(&wine);
        command.arg(program).args(args).current_dir(folder.path()).stdin(Stdio::null());
        command.env("WINEPREFIX", folder.path().join("wine")).env("WINEDEBUG", "-all");
        command
    };
    std::fs::write(folder.path().join("chance.c"), CHANCE).map_err(|error| failed("chance.c", error))?;
    let mut chance = Command::new(LINKER);
    chance.args(["-shared", "-o", "bcryptprimitives.dll", "chance.c", "-ladvapi32"]);
    step::run("What older versions of Wine lack", chance.current_dir(folder.path()))?;
    let deal = folder.path().join("deal.json");
    let into = File::create(&deal).map_err(|error| failed("deal.json", error))?;
    step::run("It deals", here(&["deal", "brain-burn", "--seed", "1"]).stdout(into))?;
    step::run("It solves", &mut here(&["solve", "deal.json", "--time", "3"]))?;
    step::timed("It serves its first page", || {
        let mut serve = here(&["serve", "--listen", "127.0.0.1:0", "--data", "data"]);
        let child = serve.stdout(Stdio::piped()).spawn().map_err(|error| failed("wine", error))?;
        let mut server = Server(child);
        let output = server.0.stdout.take().ok_or_else(|| Failed("the server says nothing".into()))?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address =
            lines.find_map(|line| Some(line.split_once("http://")?.1.split('/').next()?.to_owned()));
        let address = address.ok_or_else(|| Failed("the server does not say where it is".into()))?;
        let page = page(&address).map_err(|error| failed(&address, error))?;
        if page.starts_with("HTTP/1.1 200 ") && page.contains("<title>") {
            println!("{} bytes from http://{address}/", page.len());
            return Ok(());
        }
        Err(failed("the first page", page))
    })
}

/// The first page of a server, with the head of its answer.
fn page(address: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

//! Clients made of the document of the API: the usual tools make one in Python and one in TypeScript without
//! a warning, and each plays a game of each kind on a server. Another tool invents requests for minutes, and
//! compares the answers with the document.

use crate::built;
use crate::python::Environment;
use crate::step::{self, Beside, Failed};
use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// Where the programs are that play.
const FOLDER: &str = "xtask/clients";
/// The files of the program in TypeScript.
const FILES: [&str; 3] = ["package.json", "tsconfig.json", "play.ts"];

/// A server on a folder of its own, which ends with this.
struct Server {
    process: Child,
    /// Its address, without a slash at its end.
    address: String,
    /// What it says, which it could not say if this were closed.
    output: Lines<BufReader<ChildStdout>>,
    _data: tempfile::TempDir,
}

fn failed(error: impl ToString) -> Failed {
    Failed(format!("the clients: {}", error.to_string()))
}

impl Server {
    fn start(flags: &[&str]) -> Result<Server, Failed> {
        let program = built::of_tests()?;
        let data = tempfile::tempdir().map_err(failed)?;
        let mut serve = Command::new(program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path()).args(flags);
        let mut process = serve.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let output = process.stdout.take().ok_or_else(|| failed("the server says nothing"))?;
        let mut server =
            Server { process, address: String::new(), output: BufReader::new(output).lines(), _data: data };
        let told = server.output.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("http://")?;
            Some(format!("http://{}", address.trim_end_matches('/')))
        });
        server.address = told.ok_or_else(|| failed("the server does not say where it is"))?;
        Ok(server)
    }

    fn document(&self) -> String {
        format!("{}/api/v1/openapi.json", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended by itself is no fault here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// For how many seconds requests are invented.
const INVENTING: u32 = 180;

/// Requests that are invented while other checks run.
pub struct Invented {
    asking: Beside,
    _server: Server,
}

impl Invented {
    /// Waits until the time is over; fails if an answer was not as the document says.
    pub fn end(self) -> Result<(), Failed> {
        self.asking.end()
    }
}

/// Makes both clients, and lets them play; says so and goes on where there is no Python or Node, or what they
/// need cannot be fetched. Returns the requests that are still invented.
pub fn check(tools: &Path) -> Result<Option<Invented>, Failed> {
    println!("\n=== Clients made of the document of the API");
    let tools = std::path::absolute(tools.join("clients")).map_err(failed)?;
    let needs = Path::new(FOLDER).join("requirements.txt");
    let python = Environment::prepared(tools.join("python"), &needs);
    let node = prepared(&tools.join("typescript"))?;
    if python.is_none() || node.is_none() {
        let missing = "openapi-python-client or openapi-typescript cannot be fetched";
        if std::env::var_os("CI").is_some() {
            return Err(failed(missing));
        }
        step::skip(&format!("some clients made of the document of the API, since {missing}"));
    }
    if python.is_none() && node.is_none() {
        return Ok(None);
    }
    let server = Server::start(&[])?;
    let python = match python {
        Some(python) => Some((in_python(&python, &tools, &server)?, invented(&python, &tools)?)),
        None => None,
    };
    if let Some(folder) = node {
        in_typescript(&folder, &server)?;
    }
    let Some((playing, invented)) = python else { return Ok(None) };
    playing.end()?;
    Ok(Some(invented))
}

/// Begins to invent requests for a server of their own, which takes as many as come.
fn invented(python: &Environment, tools: &Path) -> Result<Invented, Failed> {
    let server = Server::start(&["--limits", "off"])?;
    let mut ask = python.program("python");
    ask.arg(Path::new(FOLDER).join("invent.py")).arg(&server.address).arg(INVENTING.to_string());
    let asking = step::beside("Requests that the document allows", &ask, tools.join("invented.log"))?;
    Ok(Invented { asking, _server: server })
}

/// Makes the client in Python, and begins to play with it.
fn in_python(python: &Environment, tools: &Path, server: &Server) -> Result<Beside, Failed> {
    let client = tools.join("bagatelle-client");
    let mut generate = python.program("openapi-python-client");
    generate
        .args(["generate", "--overwrite", "--fail-on-warning", "--meta", "none", "--url"])
        .arg(server.document())
        .arg("--config")
        .arg(Path::new(FOLDER).join("python.yaml"));
    generate.arg("--output-path").arg(client.join("bagatelle_client"));
    // It tidies what it has made with a program that lies beside it.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [python.folder.join("bin")].into_iter().chain(std::env::split_paths(&path));
    generate.env("PATH", std::env::join_paths(path).map_err(failed)?);
    step::run("A client in Python", &mut generate)?;
    let mut play = python.program("python");
    play.arg(Path::new(FOLDER).join("play.py")).arg(&server.address).env("PYTHONPATH", client);
    step::beside("The client in Python plays", &play, tools.join("python.log"))
}

/// A folder with the program in TypeScript and what it needs; `None` where that cannot be fetched.
fn prepared(folder: &Path) -> Result<Option<PathBuf>, Failed> {
    fs::create_dir_all(folder).map_err(failed)?;
    for file in FILES {
        fs::copy(Path::new(FOLDER).join(file), folder.join(file)).map_err(failed)?;
    }
    let mut install = Command::new("npm");
    install.args(["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]);
    let done = install.current_dir(folder).stdin(Stdio::null()).status();
    Ok(done.is_ok_and(|status| status.success()).then(|| folder.to_owned()))
}

fn in_typescript(folder: &Path, server: &Server) -> Result<(), Failed> {
    let tool = |name: &str| {
        let mut command = Command::new(folder.join("node_modules/.bin").join(name));
        command.current_dir(folder);
        command
    };
    let mut generate = tool("openapi-typescript");
    generate.arg(server.document()).args(["--default-non-nullable=false", "--output", "schema.ts"]);
    step::run("A client in TypeScript", &mut generate)?;
    step::run("Its types", &mut tool("tsc"))?;
    let mut play = Command::new("node");
    step::run(
        "The client in TypeScript plays",
        play.arg("made/play.js").arg(&server.address).current_dir(folder),
    )
}

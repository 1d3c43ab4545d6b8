//! An engine in a process of its own. Whatever it does, no call here takes longer than its time limit.
//!
//! Threads write its input and read its output and errors, so that none of the pipes can hold up the arena:
//! the amount read is bounded, and lines that the engine does not read wait in a short queue. The engine has
//! its own process group, which is killed with it, so that no process it has started is left behind.

use super::fault::{Fault, shortened};
use super::protocol::{Answer, EngineOption, FIRST, Info, Message, NEWEST};
use super::running::{self, shell};
use serde_json::{Map, Value};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take from its start to its answer to the first message.
const START: Duration = Duration::from_secs(10);
/// How long an engine may take to end once its input is closed.
const FAREWELL: Duration = Duration::from_millis(500);
/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;
/// How many lines wait for an engine that does not read them.
const QUEUE: usize = 16;
/// How much of what an engine writes to standard error is kept, in bytes.
const LAST_WORDS: usize = 2000;

/// What came from an engine.
enum Said {
    Line(String),
    TooLong,
}

/// A running engine.
pub struct Engine {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Said>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Closed once all of standard error has been read.
    all_words: Receiver<()>,
    /// What it has said last about its thinking.
    info: Arc<Mutex<Option<Info>>>,
    name: Option<String>,
    /// The version that it speaks.
    version: u32,
    options: Vec<EngineOption>,
    ponders: bool,
}

/// How long an engine may take for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// When it is told to stop, if it knows that message.
    pub stop: Duration,
    /// How much later its answer is too late.
    pub margin: Duration,
}

impl Engine {
    /// Starts a command by the shell, greets it, and sets its options.
    ///
    /// # Errors
    /// When it cannot be started, does not answer the greeting as it should, or does not have these options.
    pub fn start(command: &str, game: &str, chosen: &Map<String, Value>) -> Result<Engine, Fault> {
        let mut shell = shell(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let not_started = |why: &dyn ToString| Fault::NotStarted { why: why.to_string() };
        let mut child = running::spawn(&mut shell).map_err(|error| not_started(&error))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to, lines) = sync_channel(QUEUE);
        let (said, from) = sync_channel(QUEUE);
        let (reading, all_words) = sync_channel(0);
        let last_words = Arc::default();
        let info = Arc::default();
        let mut engine = Engine {
            child,
            to: Some(to),
            from,
            last_words,
            all_words,
            info: Arc::clone(&info),
            name: None,
            version: FIRST,
            options: Vec::new(),
            ponders: false,
        };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(not_started(&"it has no pipes"));
        };
        let kept = Arc::clone(&engine.last_words);
        thread::spawn(move || write(input, &lines));
        thread::spawn(move || read(output, &said, &info));
        thread::spawn(move || {
            keep_last_words(errors, &kept);
            drop(reading);
        });
        engine.greet(game)?;
        engine.choose(chosen)?;
        Ok(engine)
    }

    fn greet(&mut self, game: &str) -> Result<(), Fault> {
        let hello = Message::Hello { protocol: FIRST, newest: Some(NEWEST), game: game.to_owned() };
        match self.ask(&hello, START)? {
            Answer::Hello { protocol: version @ FIRST..=NEWEST, name, options, ponders } => {
                (self.version, self.name, self.options) = (version, name, options);
                self.ponders = version > FIRST && ponders == Some(true);
                Ok(())
            }
            Answer::Hello { protocol, .. } => Err(Fault::GaveUp {
                why: format!(
                    "it speaks version {protocol} of the protocol, but this is version {NEWEST}, which also \
                     speaks those before"
                ),
            }),
            Answer::Error { message } => Err(Fault::gave_up(&message)),
            other => Err(Fault::no_answer(other.kind(), "a “hello” was expected")),
        }
    }

    /// Sets options, if any are chosen.
    fn choose(&mut self, chosen: &Map<String, Value>) -> Result<(), Fault> {
        if chosen.is_empty() {
            return Ok(());
        }
        let bad = |why: String| Fault::BadOptions { why };
        let mut values = Map::new();
        for (name, value) in chosen {
            let option = self.options.iter().find(|option| option.name == *name).ok_or_else(|| {
                let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                bad(match names.as_slice() {
                    [] => format!("the engine has no options, so “{name}” cannot be set"),
                    names => format!("the engine has no option “{name}”; it has {}", names.join(", ")),
                })
            })?;
            values.insert(name.clone(), option.read(value).map_err(bad)?);
        }
        match self.ask(&Message::Options { values }, START)? {
            Answer::Ready {} => Ok(()),
            Answer::Error { message } => Err(Fault::gave_up(&message)),
            other => Err(Fault::no_answer(other.kind(), "a “ready” was expected")),
        }
    }

    /// The version of the protocol that it speaks.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether it thinks while others are to act.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// What it has said last about its thinking since it was asked.
    pub fn take_info(&self) -> Option<Info> {
        self.info.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What the engine calls itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether its process is still there.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a message that has no answer.
    ///
    /// # Errors
    /// When the engine has ended, or has not read the messages before.
    pub fn tell(&mut self, message: &Message) -> Result<(), Fault> {
        let line = serde_json::to_string(message).unwrap_or_default() + "\n";
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// Sends a message and waits for its answer.
    ///
    /// # Errors
    /// When no line comes within `limit`, or it is not an answer.
    pub fn ask(&mut self, message: &Message, limit: Duration) -> Result<Answer, Fault> {
        self.begin(message)?;
        self.answer(limit).unwrap_or_else(|| Err(too_slow(limit)))
    }

    /// Lets the engine choose an action. When its time is over it is told to stop, if it knows that message.
    ///
    /// # Errors
    /// When no line comes in time, or it is not an answer.
    pub fn choose_action(&mut self, turn: &Message, ply: usize, limit: Limit) -> Result<Answer, Fault> {
        let start = Instant::now();
        self.begin(turn)?;
        if self.version > FIRST {
            if let Some(answer) = self.answer(limit.stop) {
                return answer;
            }
            self.tell(&Message::Stop { ply })?;
        }
        let whole = limit.stop + limit.margin;
        self.answer(whole.saturating_sub(start.elapsed())).unwrap_or_else(|| Err(too_slow(whole)))
    }

    /// Sends a message that has an answer. Nothing may have been written before.
    fn begin(&mut self, message: &Message) -> Result<(), Fault> {
        match self.from.try_recv() {
            Ok(Said::Line(line)) => return Err(Fault::NotAsked { line: shortened(&line) }),
            Ok(Said::TooLong) => return Err(too_long()),
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
            Err(TryRecvError::Empty) => (),
        }
        self.take_info();
        self.tell(message)
    }

    /// The next line; `None` if there is none within `limit`.
    fn answer(&mut self, limit: Duration) -> Option<Result<Answer, Fault>> {
        Some(match self.from.recv_timeout(limit) {
            Ok(Said::Line(line)) => {
                serde_json::from_str(&line).map_err(|error| Fault::no_answer(&line, error))
            }
            Ok(Said::TooLong) => Err(too_long()),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        })
    }

    /// Closes the engine's input and lets it end by itself; if it does not, it is killed.
    pub fn quit(mut self) {
        self.to = None;
        let _ = self.exit_status();
    }

    /// The exit status, once there is one; `None` if the engine does not end within a moment.
    fn exit_status(&mut self) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if start.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    fn ended(&mut self) -> Fault {
        let status = self.exit_status().unwrap_or_else(|| "it neither reads nor writes".to_owned());
        // What it wrote last may still be on its way. Another process of it may keep the pipe open.
        let _ = self.all_words.recv_timeout(FAREWELL);
        let kept = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        Fault::Ended { status, last_words: String::from_utf8_lossy(&kept).into_owned() }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        running::kill(&mut self.child);
    }
}

fn too_slow(limit: Duration) -> Fault {
    Fault::TooSlow { limit_ms: limit.as_millis() as u64 }
}

fn too_long() -> Fault {
    Fault::no_answer("…", format!("the line is longer than {LONGEST} bytes"))
}

/// Writes lines until the sender or the engine is gone.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes on the lines of an engine until it closes its output or writes a line that is too long. Blank lines
/// say nothing. Of what it says about its thinking, the last is kept: however much it says, nothing waits.
fn read(output: ChildStdout, said: &SyncSender<Said>, info: &Mutex<Option<Info>>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST => {
                let _ = said.send(Said::TooLong);
                return;
            }
            Ok(_) if line.trim_ascii().is_empty() => (),
            Ok(_) => {
                if let Some(told) = info_in(&line) {
                    *info.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
                } else if said.send(Said::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                    return;
                }
            }
        }
    }
}

/// What a line says about the engine's thinking, if that is what it says.
fn info_in(line: &[u8]) -> Option<Info> {
    /// How such a line is known.
    const WORD: &[u8] = b"\"info\"";
    line.windows(WORD.len()).find(|part| *part == WORD)?;
    match serde_json::from_slice(line) {
        Ok(Answer::Info(info)) => Some(info),
        _ => None,
    }
}

/// Reads what an engine writes to standard error, and keeps the end of it.
fn keep_last_words(mut errors: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 1024];
    while let Ok(read @ 1..) = errors.read(&mut part) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&part[..read]);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}

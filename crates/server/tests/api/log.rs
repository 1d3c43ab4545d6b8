//! What is logged while tests run.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::ThreadId;
use tracing_subscriber::fmt::MakeWriter;

/// Every line that is logged in this process at level debug, with the thread that logged it.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<(ThreadId, String)>>>);

impl Log {
    /// Begins to listen, or goes on.
    pub fn listen() -> &'static Log {
        static LOG: OnceLock<Log> = OnceLock::new();
        LOG.get_or_init(|| {
            let log = Log::default();
            let subscriber = tracing_subscriber::fmt()
                .with_ansi(false)
                .without_time()
                .with_max_level(tracing::Level::DEBUG);
            tracing::subscriber::set_global_default(subscriber.with_writer(log.clone()).finish()).unwrap();
            log
        })
    }

    /// The lines so far; those of this thread only, if `own`.
    pub fn lines(&self, own: bool) -> Vec<String> {
        let here = std::thread::current().id();
        let lines = self.0.lock().unwrap();
        lines.iter().filter(|(thread, _)| !own || *thread == here).map(|(_, line)| line.clone()).collect()
    }
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(line).into_owned();
        self.0.lock().unwrap().push((std::thread::current().id(), text));
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}

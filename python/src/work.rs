//! Long work of programs and solvers: on a thread of its own, without the interpreter, with limits, and ended
//! by Ctrl-C.

use bagatelle_core::present::Progress;
use bagatelle_core::program::Budget;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// How often is looked for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);
/// The stack of the thread that works, in bytes, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// How long may be worked.
pub struct Limits {
    time: Option<Duration>,
    nodes: Option<u64>,
    workers: usize,
}

impl Limits {
    /// Limits as they were asked for. Without any there is the usual time.
    ///
    /// # Errors
    /// When a limit is not positive.
    pub fn new(
        seconds: Option<f64>,
        nodes: Option<u64>,
        workers: usize,
        usual: Duration,
    ) -> PyResult<Limits> {
        let time = match seconds {
            Some(seconds) => Some(
                Duration::try_from_secs_f64(seconds)
                    .map_err(|_| PyValueError::new_err("seconds must be a positive number"))?,
            ),
            None => nodes.is_none().then_some(usual),
        };
        if nodes == Some(0) || workers == 0 {
            return Err(PyValueError::new_err("nodes and workers must be at least 1"));
        }
        Ok(Limits { time, nodes, workers })
    }
}

/// Does the work on another thread and waits for it. `told` is called with the share that is done, where that
/// is known, and a text. An exception, from `told` or by Ctrl-C, ends the work and is raised once it has
/// ended.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    told: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Budget<'_>, Progress<'_>) -> T + Send,
) -> PyResult<T> {
    let (cancelled, start) = (AtomicBool::new(false), Instant::now());
    let stop =
        || cancelled.load(Ordering::Relaxed) || limits.time.is_some_and(|time| start.elapsed() >= time);
    let spent =
        || limits.time.map_or(0.0, |time| start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
    let budget = Budget {
        stop: &stop,
        spent: limits.time.is_some().then_some(&spent),
        nodes: limits.nodes,
        workers: limits.workers,
        ..Budget::until(&stop)
    };
    let told = told.map(|told| told.clone().unbind());
    let (send, receive) = channel::<(Option<f64>, String)>();
    let (budget, cancelled) = (&budget, &cancelled);
    py.detach(move || {
        scope(|threads| {
            let work = move || {
                // The channel closes when the work is done.
                let mut progress = |share: Option<f64>, text: &str| {
                    let _ = send.send((share, text.to_owned()));
                };
                work(budget, &mut progress)
            };
            let worker = Builder::new().stack_size(STACK).spawn_scoped(threads, work)?;
            let mut failed: Option<PyErr> = None;
            loop {
                let message = match receive.recv_timeout(TICK) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    if let Some((told, message)) = told.as_ref().zip(message).filter(|_| failed.is_none()) {
                        told.call1(py, message)?;
                    }
                    Ok(())
                });
                if let Err(error) = looked {
                    cancelled.store(true, Ordering::Relaxed);
                    failed.get_or_insert(error);
                }
            }
            let done = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            failed.map_or(Ok(done), Err)
        })
    })
}

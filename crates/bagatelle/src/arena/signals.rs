//! What ends a match before its last game. Engines are separate processes that do not get these signals, so
//! they are killed.

use crate::engine::kill_all_and_exit;
use crate::output::note;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::runtime::Builder;

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether no more games are to begin.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Lets the games that have begun end after the first Ctrl-C. The second one ends the process, and so does a
/// wish of the system; both kill the engines.
///
/// # Errors
/// When the system has no thread for it, or takes no handler.
pub fn watch() -> Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let entered = runtime.enter();
    let mut ends = told_to_end()?;
    drop(entered);
    let watch = move || {
        runtime.block_on(async {
            loop {
                tokio::select! {
                    done = tokio::signal::ctrl_c() => {
                        if done.is_err() {
                            return;
                        }
                        if INTERRUPTED.swap(true, Ordering::Relaxed) {
                            kill_all_and_exit(130);
                        }
                        note!(
                            "\nFinishing the games in progress. Press Ctrl-C again to stop at once."
                        );
                    }
                    status = ends.recv() => kill_all_and_exit(status),
                }
            }
        });
    };
    std::thread::Builder::new().name("signals".into()).spawn(watch)?;
    Ok(())
}

#[cfg(unix)]
fn told_to_end() -> std::io::Result<Ends> {
    use tokio::signal::unix::{SignalKind, signal};
    let all = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::quit()];
    let heard = all.into_iter().filter(|kind| !is_ignored(*kind));
    let signals: std::io::Result<Vec<_>> =
        heard.map(|kind| Ok((signal(kind)?, 128 + kind.as_raw_value()))).collect();
    Ok(Ends(signals?))
}

/// The signals by which a process is asked to end, with the exit status that says so.
#[cfg(unix)]
struct Ends(Vec<(tokio::signal::unix::Signal, i32)>);

#[cfg(unix)]
impl Ends {
    /// The exit status of the next one.
    async fn recv(&mut self) -> i32 {
        std::future::poll_fn(|context| {
            let come = |(signal, status): &mut (tokio::signal::unix::Signal, i32)| {
                signal.poll_recv(context).is_ready().then_some(*status)
            };
            self.0.iter_mut().find_map(come).map_or(std::task::Poll::Pending, std::task::Poll::Ready)
        })
        .await
    }
}

/// Whether this process was started so that it does not hear a signal, as `nohup` does. To listen to it would
/// undo that.
#[cfg(unix)]
fn is_ignored(kind: tokio::signal::unix::SignalKind) -> bool {
    // Elsewhere it cannot be found out: then a hangup is left to the system.
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return kind == tokio::signal::unix::SignalKind::hangup();
    };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    ignored >> (kind.as_raw_value() - 1) & 1 == 1
}

#[cfg(not(unix))]
fn told_to_end() -> std::io::Result<Ends> {
    Ok(Ends)
}

#[cfg(not(unix))]
struct Ends;

#[cfg(not(unix))]
impl Ends {
    async fn recv(&mut self) -> i32 {
        std::future::pending().await
    }
}

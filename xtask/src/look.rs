//! Pictures of all sample pages: `cargo xtask look DIR`.

use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// A way to look at a page: its name, the size of the window in pixels, and whether it is dark.
const LOOKS: [(&str, u32, u32, bool); 3] =
    [("wide", 1280, 1000, false), ("phone", 390, 2000, false), ("dark", 1280, 1000, true)];

/// The names of Chromium.
const BROWSERS: [&str; 4] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/// A picture to take.
struct Shot {
    page: PathBuf,
    picture: PathBuf,
    look: (&'static str, u32, u32, bool),
}

/// Writes the sample pages whose names contain `word`, each with its pictures.
pub fn look(folder: &Path, word: &str, mut samples: Command) -> Result<(), Failed> {
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let folder = std::fs::canonicalize(folder).map_err(failed)?;
    let output = samples.arg(&folder).stderr(Stdio::inherit()).output().map_err(failed)?;
    if !output.status.success() {
        return Err(Failed(format!("the samples ({})", output.status)));
    }
    let browser = browser()?;
    let names = String::from_utf8_lossy(&output.stdout);
    let shots: Vec<Shot> = names
        .lines()
        .filter(|name| name.contains(word))
        .flat_map(|name| LOOKS.map(|look| shot(&folder, name, look)))
        .collect();
    let (count, start) = (shots.len(), std::time::Instant::now());
    take(browser, shots)?;
    println!("{count} pictures are in {}, after {}.", folder.display(), step::seconds(start.elapsed()));
    Ok(())
}

fn browser() -> Result<&'static str, Failed> {
    let runs =
        |browser: &&str| Command::new(browser).arg("--version").output().is_ok_and(|o| o.status.success());
    BROWSERS.into_iter().find(runs).ok_or_else(|| Failed("pictures need Chromium".into()))
}

fn shot(folder: &Path, name: &str, look: (&'static str, u32, u32, bool)) -> Shot {
    Shot {
        page: folder.join(format!("{name}.html")),
        picture: folder.join(format!("{name}-{}.png", look.0)),
        look,
    }
}

/// Takes all pictures, several at a time.
fn take(browser: &str, shots: Vec<Shot>) -> Result<(), Failed> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (rest, missing) = (Mutex::new(shots), Mutex::new(Vec::new()));
    let next = || rest.lock().ok()?.pop();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(shot) = next() {
                    if !taken(browser, &shot)
                        && let Ok(mut missing) = missing.lock()
                    {
                        missing.push(shot.picture);
                    }
                }
            });
        }
    });
    match missing.into_inner().unwrap_or_default().as_slice() {
        [] => Ok(()),
        missing => Err(Failed(format!("no picture was made for {missing:?}"))),
    }
}

fn taken(browser: &str, shot: &Shot) -> bool {
    let (_, width, height, dark) = shot.look;
    let _ = std::fs::remove_file(&shot.picture);
    let mut command = Command::new(browser);
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--virtual-time-budget=2000",
        ])
        .arg(format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 }))
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", shot.picture.display()))
        .arg(format!("file://{}", shot.page.display()))
        .stdin(Stdio::null());
    command.output().is_ok() && shot.picture.is_file()
}

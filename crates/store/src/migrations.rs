//! The changes of a database since its first version, as files in `migrations`. Databases hold the checksums
//! of applied migrations, so these files are never edited.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqlStr};
use std::sync::LazyLock;

/// Files of a folder, with their texts.
macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../migrations/", $folder, "/", $name, ".sql")))),*]
    };
}

/// The changes of a file of SQLite, in order.
pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| {
    migrator(files![
        "sqlite":
        "0001_games",
        "0002_marks",
        "0003_rounds",
        "0004_together",
        "0005_people",
        "0006_settings",
        "0007_origins",
        "0008_names_and_endings",
        "0009_help",
        "0010_pars",
        "0011_look_alikes",
        "0012_dailies",
        "0013_profiles",
        "0015_positions",
        "0017_fairness",
        "0023_administration",
        "0024_moderation",
        "0025_tokens",
        "0026_feeds",
        "0027_challenges",
        "0028_ladder",
        "0031_summaries_over",
        "0032_lists",
        "0033_called_off",
        "0034_scores",
        "0035_forks_by_source",
        "0037_pushes",
        "0038_seeks",
        "0039_planned",
        "0040_turns",
        "0041_live",
        "0042_friends",
        "0043_events",
        "0044_event_endings",
        "0045_titles_and_invitations",
    ])
});

/// The changes of a database of PostgreSQL, in order.
pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| {
    migrator(files![
        "postgres":
        "0001_schema",
        "0021_copies",
        "0023_administration",
        "0024_moderation",
        "0025_tokens",
        "0026_feeds",
        "0027_challenges",
        "0028_ladder",
        "0031_summaries_over",
        "0032_lists",
        "0033_called_off",
        "0034_scores",
        "0035_forks_by_source",
        "0037_pushes",
        "0038_seeks",
        "0039_planned",
        "0040_turns",
        "0041_live",
        "0042_friends",
        "0043_events",
        "0044_event_endings",
        "0045_titles_and_invitations",
    ])
});

/// Each name is a number and what the file changes, with underscores.
fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migration = |&(name, sql): &(&'static str, &'static str)| {
        let (number, about) = name.split_once('_').expect("a number and a name");
        let number = number.parse().expect("a number");
        let sql: SqlStr = sql.into_sql_str();
        Migration::new(number, about.replace('_', " ").into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

/// The number of the last of some changes.
pub(super) fn newest(all: &Migrator) -> i64 {
    all.iter().map(|migration| migration.version).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_file_is_listed() {
        for (folder, all) in [("sqlite", &SQLITE), ("postgres", &POSTGRES)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
            let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
            files.sort();
            let listed: Vec<String> = all
                .iter()
                .map(|one| format!("{:04}_{}.sql", one.version, one.description.replace(' ', "_")))
                .collect();
            assert_eq!(listed, files);
        }
    }
}

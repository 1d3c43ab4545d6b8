//! Acts of hosts and moderators, reports and blocks.

use crate::conformance::people::sign_up;
use crate::conformance::{act, create, duel, person};
use bagatelle_store::{
    Act, ActKind, ChatMessage, Done, NewReport, Note, Only, Search, SessionId, Store, StoreError,
};
use bagatelle_table::{Terms, Visitor};

fn note(at: i64, reason: &str) -> Note {
    Note { at, reason: reason.into(), ..Note::default() }
}

async fn resolves(store: &Store, session: &str, now: i64) -> bool {
    store.resolve_token(SessionId::new(session).as_str(), now).await.unwrap().is_some()
}

pub async fn acts(store: &Store) {
    let first = store.last_act().await.unwrap();
    for (id, name) in [("m-eve", "M Eve"), ("m-mod", "M Mod"), ("m-new", "M New")] {
        sign_up(store, id, name).await;
    }
    // Bans end sessions, and say why.
    let ban = Act::Ban { person: "m-eve".into(), begins: true };
    let number = store.act(&ban, &note(50, "Insults")).await.unwrap();
    assert_eq!(number, first + 1);
    assert!(!resolves(store, "m-eve", 51).await && resolves(store, "m-mod", 51).await);
    let found = store.restrictions().await.unwrap();
    let eve = found.iter().find(|one| one.person == "m-eve").unwrap();
    assert_eq!((eve.banned, eve.muted, eve.reason.as_str()), (true, false, "Insults"));
    let mute = |begins| Act::Mute { person: "m-eve".into(), begins };
    store.act(&mute(true), &note(51, "Spam")).await.unwrap();
    store.act(&Act::Ban { person: "m-eve".into(), begins: false }, &note(52, "")).await.unwrap();
    let found = store.restrictions().await.unwrap();
    let eve = found.iter().find(|one| one.person == "m-eve").unwrap();
    assert_eq!((eve.banned, eve.muted, eve.reason.as_str()), (false, true, "Spam"));
    let names = async |only| {
        let found = store.accounts("m ", only, 0, 9).await.unwrap();
        found.into_iter().map(|one| one.account.name).collect::<Vec<_>>()
    };
    assert_eq!(names(Only::Muted).await, ["M Eve"]);
    assert_eq!(names(Only::Banned).await, [""; 0]);
    assert_eq!(names(Only::All).await.len(), 3);
    assert!(store.accounts("m_", Only::All, 0, 9).await.unwrap().is_empty(), "no wildcard");
    store.act(&mute(false), &note(53, "")).await.unwrap();
    assert!(store.restrictions().await.unwrap().iter().all(|one| one.person != "m-eve"));

    // A moderator acts under a name.
    store
        .act(&Act::Moderator { account: "m-mod".into(), begins: true }, &note(54, "She asked"))
        .await
        .unwrap();
    assert!(store.account("m-mod").await.unwrap().unwrap().moderator);
    assert_eq!(names(Only::Moderators).await, ["M Mod"]);
    let by_mod = Note { moderator: Some("m-mod".into()), ..note(55, "") };
    store.act(&Act::Rename { account: "m-new".into(), name: "M Newer".into() }, &by_mod).await.unwrap();
    assert!(store.account_named("m newer").await.unwrap().is_some());
    let taken = Act::Rename { account: "m-new".into(), name: "m EVE".into() };
    assert!(matches!(store.act(&taken, &by_mod).await, Err(StoreError::Conflict)));
    let missing = Act::Rename { account: "no-account".into(), name: "Free".into() };
    assert!(matches!(store.act(&missing, &by_mod).await, Err(StoreError::Conflict)));

    // The log has what was done, and nothing that was refused.
    let log = store.acts_after(first).await.unwrap();
    let kinds: Vec<ActKind> = log.iter().map(|one| one.kind).collect();
    use ActKind::{Ban, MakeModerator, Mute, Rename, Unban, Unmute};
    assert_eq!(kinds, [Ban, Mute, Unban, Unmute, MakeModerator, Rename]);
    assert_eq!(
        log[5],
        Done {
            number: first + 6,
            at: 55,
            moderator: Some(("m-mod".into(), "M Mod".into())),
            kind: Rename,
            subject: "m-new".into(),
            name: "M New".into(),
            detail: "M Newer".into(),
            reason: String::new(),
        }
    );
    assert_eq!(store.acts(first + 3, Some("m-eve"), 9).await.unwrap().len(), 2);
    assert_eq!(store.acts(i64::MAX, None, 1).await.unwrap(), log[5..]);

    for (open, closed) in [(false, true), (true, false)] {
        store.act(&Act::Registration { open }, &note(56, "")).await.unwrap();
        assert_eq!(store.registration_is_closed().await.unwrap(), closed);
    }
}

pub async fn password_links(store: &Store) {
    let link = |hash: &str| Act::ResetPassword { account: "m-new".into(), hash: hash.into(), expires: 100 };
    store.act(&link("one"), &note(60, "")).await.unwrap();
    store.act(&link("two"), &note(61, "")).await.unwrap();
    assert_eq!(store.password_link("one", 62).await.unwrap(), None, "a newer one takes its place");
    assert_eq!(store.password_link("two", 100).await.unwrap(), None, "it has expired");
    assert_eq!(store.password_link("two", 99).await.unwrap().unwrap().id, "m-new");
    let session = SessionId::new("m-fresh");
    assert!(store.use_password_link("two", "$late$", &session, 100).await.unwrap().is_none());
    assert!(resolves(store, "m-new", 62).await);
    let used = store.use_password_link("two", "$new$", &session, 62).await.unwrap().unwrap();
    assert_eq!((used.id.as_str(), used.password_hash.as_str(), used.sessions), ("m-new", "$new$", 1));
    assert!(!resolves(store, "m-new", 63).await && resolves(store, "m-fresh", 63).await);
    assert!(store.use_password_link("two", "$again$", &session, 63).await.unwrap().is_none(), "once");
    let log = store.acts(i64::MAX, Some("m-new"), 1).await.unwrap();
    assert!(log[0].kind == ActKind::ResetPassword && log[0].detail.is_empty(), "the log has no link");
}

pub async fn reports_and_blocks(store: &Store) {
    create(store, &duel("m-talk", "m-new", vec![person("m-new", ""), person("m-eve", "")], Terms::default()))
        .await;
    let said =
        |at, text: &str| ChatMessage { at, person: "m-eve".into(), name: "M Eve".into(), text: text.into() };
    for message in [said(70, "fine"), said(71, "not fine")] {
        store.say("m-talk", &message).await.unwrap();
    }
    let report = NewReport {
        at: 72,
        reporter: "m-guest".into(),
        person: "m-eve".into(),
        name: "M Eve".into(),
        table: Some("m-talk".into()),
        event: None,
        said_at: Some(71),
        text: "not fine".into(),
        note: "Please look".into(),
    };
    let of_player = NewReport { table: None, said_at: None, text: String::new(), ..report.clone() };
    assert!(store.report(&report).await.unwrap() && store.report(&of_player).await.unwrap());
    assert!(!store.report(&report).await.unwrap() && !store.report(&of_player).await.unwrap(), "once each");
    assert_eq!(store.open_reports().await.unwrap(), 2);
    let open = store.reports(true, i64::MAX, 9).await.unwrap();
    assert_eq!(open.iter().map(|one| &one.reported).collect::<Vec<_>>(), [&of_player, &report]);
    let number = open[1].number;
    // A visitor who becomes an account keeps what was reported and blocked.
    store.block("m-guest", "m-eve", "M Eve", 73).await.unwrap();
    store.block("m-guest", "m-eve", "M Eve", 74).await.unwrap();
    let (guest, session) = (Visitor::anonymous("m-guest"), SessionId::new("m-claims"));
    store.log_in("m-new", Some(&guest), &session, 74).await.unwrap();
    assert_eq!(store.find_report(number).await.unwrap().unwrap().reported.reporter, "m-new");
    assert_eq!(store.blockers_of("m-eve").await.unwrap(), ["m-new"]);
    assert_eq!(store.blocked_by("m-new").await.unwrap()[0].name, "M Eve");
    let data = store.personal_data("m-new").await.unwrap();
    assert_eq!((data.blocked, data.reports.len()), (vec!["M Eve".to_owned()], 2));
    store.unblock("m-new", "m-eve").await.unwrap();
    assert!(store.blocked_by("m-new").await.unwrap().is_empty());
    store.block("m-new", "m-eve", "M Eve", 75).await.unwrap();

    // An act settles the report that led to it; a text is gone, and its place stays.
    let text =
        Act::DeleteText { table: "m-talk".into(), person: "m-eve".into(), at: 71, text: "not fine".into() };
    let settled = Note { report: Some(number), ..note(76, "") };
    let answer = store.act(&text, &settled).await.unwrap();
    assert_eq!(store.find_report(number).await.unwrap().unwrap().answer, Some(answer));
    let texts: Vec<String> = store.chat("m-talk").await.unwrap().into_iter().map(|one| one.text).collect();
    assert_eq!(texts, ["fine", ""]);
    let dismiss = Act::DismissReport { person: "m-eve".into() };
    let second = Note { report: Some(open[0].number), ..note(77, "") };
    store.act(&dismiss, &second).await.unwrap();
    assert_eq!(
        (store.open_reports().await.unwrap(), store.reports_of("m-eve", 9).await.unwrap().len()),
        (0, 2)
    );
    assert_eq!(store.reports(false, i64::MAX, 9).await.unwrap().len(), 2);
}

pub async fn deletions(store: &Store) {
    let mut table = create(
        store,
        &duel("m-gone", "m-new", vec![person("m-new", ""), person("m-eve", "")], Terms::default()),
    )
    .await;
    act(store, &mut table, &Visitor::with_account("m-new"), 80).await;
    let message = ChatMessage { at: 81, person: "m-eve".into(), name: "M Eve".into(), text: "hi".into() };
    store.say("m-gone", &message).await.unwrap();
    let delete = Act::DeleteGame { table: "m-gone".into() };
    store.act(&delete, &note(82, "")).await.unwrap();
    assert_eq!(store.table("m-gone").await.unwrap(), None);
    assert!(
        store.events("m-gone").await.unwrap().is_empty() && store.chat("m-gone").await.unwrap().is_empty()
    );
    let search = Search { person: Some("m-eve".into()), limit: 9, ..Search::default() };
    let left = store.search(&search).await.unwrap().tables;
    assert_eq!(left.iter().map(|one| one.spec.id.as_str()).collect::<Vec<_>>(), ["m-talk"]);
    assert!(matches!(store.act(&delete, &note(83, "")).await, Err(StoreError::Conflict)), "it is gone");

    // Of a deleted account the log keeps no name, and nothing else is left of it.
    store.act(&Act::Ban { person: "m-eve".into(), begins: true }, &note(84, "")).await.unwrap();
    store.act(&Act::DeleteAccount { account: "m-eve".into() }, &note(85, "As asked")).await.unwrap();
    assert_eq!(store.account("m-eve").await.unwrap(), None);
    let log = store.acts(i64::MAX, Some("m-eve"), 99).await.unwrap();
    assert!(log.len() >= 6 && log.iter().all(|one| one.name.is_empty()), "{log:?}");
    assert!(store.reports_of("m-eve", 9).await.unwrap().is_empty());
    assert!(store.blocked_by("m-new").await.unwrap().is_empty());
    assert!(store.restrictions().await.unwrap().iter().all(|one| one.person != "m-eve"));
    store.act(&Act::DeleteAccount { account: "m-mod".into() }, &note(86, "")).await.unwrap();
    let log = store.acts(i64::MAX, Some("m-new"), 99).await.unwrap();
    assert!(log.iter().any(|one| one.moderator == Some(("m-mod".into(), String::new()))), "{log:?}");
}

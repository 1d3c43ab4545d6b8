//! The visitor behind a token is remembered, and forgotten when that changes.

use bagatelle_store::{SessionId, Store};
use bagatelle_table::Visitor;

#[tokio::test]
async fn a_session_that_has_ended_opens_nothing_though_it_was_just_used() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
    let (ann, bob) = (Visitor::anonymous("ann"), Visitor::anonymous("bob"));
    let session = |name: &str| SessionId::new(name);
    let who =
        async |id: &str| store.resolve_token(id, 5).await.unwrap().map(|visitor| visitor.id().to_owned());
    let ann_is = || Some("ann".to_owned());

    // A visitor who signs up, or logs in, is known by the session from then on.
    assert_eq!((who("ann").await, who("bob").await), (ann_is(), Some("bob".to_owned())));
    store.sign_up(&ann, "Ann", "$", &session("1"), 1).await.unwrap();
    assert_eq!((who("ann").await, who("s-1").await), (None, ann_is()));
    store.log_in("ann", Some(&bob), &session("2"), 1).await.unwrap();
    assert_eq!((who("bob").await, who("s-2").await), (None, ann_is()));

    store.log_out(&session("1")).await.unwrap();
    assert_eq!((who("s-1").await, who("s-2").await), (None, ann_is()));
    store.log_in("ann", None, &session("3"), 1).await.unwrap();
    assert_eq!(who("s-3").await, ann_is());
    store.log_out_others("ann", &session("3")).await.unwrap();
    assert_eq!((who("s-2").await, who("s-3").await), (None, ann_is()));
    store.log_in("ann", None, &session("4"), 1).await.unwrap();
    assert_eq!(who("s-4").await, ann_is());
    store.change_password("ann", "$$", &session("4")).await.unwrap();
    assert_eq!((who("s-3").await, who("s-4").await), (None, ann_is()));
    store.rename("ann", "Anna").await.unwrap();
    assert_eq!(who("s-4").await, ann_is());
    store.delete_account("ann").await.unwrap();
    assert_eq!((who("s-4").await, who("ann").await), (None, None));
    store.close().await;
}

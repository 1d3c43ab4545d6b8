//! Who gets a place, and when: by hand, and with a thousand addresses.

use super::*;
use crate::http::address::Address;
use bagatelle_core::{Rng, Seed, Stream};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

const MANY: Bound = Bound { visitor: usize::MAX, address: usize::MAX, all: usize::MAX };

fn places(count: usize, each: usize, bound: Bound) -> Places {
    Places::new(count, each, bound, &Arc::default())
}

/// Whether a place has come.
fn poll(take: Pin<&mut impl Future<Output = Option<Place>>>) -> Poll<Option<Place>> {
    take.poll(&mut Context::from_waker(Waker::noop()))
}

fn at(visitor: &str, address: &str) -> Asker {
    Asker::new(visitor, &Address(Some(address.into())))
}

#[tokio::test]
async fn one_who_asks_for_much_waits_longer_than_one_who_asks_for_little() {
    let places = places(1, 1, MANY);
    let first = places.take(0, &Asker::absent("busy")).await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    let asked = [(1, "watched"), (0, "busy"), (0, "busy"), (0, "busy"), (0, "ann"), (0, "bob"), (0, "bob")];
    for (lane, key) in asked {
        let (places, order) = (places.clone(), Arc::clone(&order));
        tasks.push(tokio::spawn(async move {
            let place = places.take(lane, &Asker::absent(key)).await;
            order.lock().unwrap().push(key);
            drop(place);
        }));
        tokio::task::yield_now().await;
    }
    drop(first);
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), ["ann", "bob", "bob", "busy", "busy", "busy", "watched"]);
    assert_eq!(places.lock().free, 1);
}

#[tokio::test]
async fn who_has_too_much_waiting_loses_the_oldest_and_who_has_gone_is_passed_over() {
    let places = places(1, 1, Bound { visitor: 2, ..MANY });
    let ann = Asker::absent("ann");
    let place = places.take(0, &ann).await;
    let mut oldest = pin!(places.take(0, &ann));
    let mut second = Box::pin(places.take(0, &ann));
    let mut third = pin!(places.take(0, &ann));
    assert!(poll(oldest.as_mut()).is_pending() && poll(second.as_mut()).is_pending());
    assert!(poll(third.as_mut()).is_pending());
    assert!(matches!(poll(oldest.as_mut()), Poll::Ready(None)));
    drop(second);
    drop(place);
    let Poll::Ready(Some(place)) = poll(third.as_mut()) else { panic!("it is the turn of the third") };
    let mut last = pin!(places.take(0, &ann));
    assert!(poll(last.as_mut()).is_pending());
    places.close();
    assert!(matches!(poll(last.as_mut()), Poll::Ready(None)));
    drop(place);
    assert!(places.take(0, &ann).await.is_none());
}

#[tokio::test]
async fn many_visitors_at_one_address_wait_like_one() {
    let places = places(2, 1, Bound { address: 3, ..MANY });
    let visitors: Vec<Asker> = (0..5).map(|n| at(&format!("visitor {n}"), "203.0.113.1")).collect();
    let place = places.take(0, &visitors[0]).await;
    let mut waiting: Vec<_> = visitors.iter().map(|visitor| Box::pin(places.take(0, visitor))).collect();
    // Each has asked once; the address has one of two places, and two too many who wait.
    let mut sent_away = Vec::new();
    for take in &mut waiting {
        assert!(poll(take.as_mut()).is_pending());
    }
    for take in &mut waiting {
        sent_away.push(matches!(poll(take.as_mut()), Poll::Ready(None)));
    }
    assert_eq!(sent_away, [true, true, false, false, false]);
    let bob = places.take(0, &at("bob", "203.0.113.2")).await;
    let carl = at("carl", "203.0.113.3");
    let mut carl = pin!(places.take(0, &carl));
    assert!(poll(carl.as_mut()).is_pending());
    drop(place);
    assert!(matches!(poll(carl.as_mut()), Poll::Ready(Some(_))), "the address has asked for more");
    drop(bob);
    assert!(matches!(poll(waiting[2].as_mut()), Poll::Ready(Some(_))), "now the address has its turn");
}

#[tokio::test]
async fn where_too_much_waits_in_all_the_greediest_loses_some() {
    let places = places(1, 1, Bound { all: 3, ..MANY });
    let (greedy, modest) = (at("g", "203.0.113.1"), at("m", "203.0.113.2"));
    let _place = places.take(0, &greedy).await;
    let mut first = pin!(places.take(0, &greedy));
    let mut second = pin!(places.take(0, &greedy));
    let mut own = pin!(places.take(0, &modest));
    assert!(poll(first.as_mut()).is_pending() && poll(second.as_mut()).is_pending());
    assert!(poll(own.as_mut()).is_pending());
    let mut third = pin!(places.take(0, &greedy));
    assert!(poll(third.as_mut()).is_pending());
    assert!(matches!(poll(first.as_mut()), Poll::Ready(None)));
    assert!(poll(own.as_mut()).is_pending() && places.waiting().0 == 3);
}

#[tokio::test]
async fn the_server_itself_comes_first() {
    let places = places(1, 1, Bound { all: 2, ..MANY });
    let (server, modest) = (Asker::absent(""), at("", "203.0.113.2"));
    let place = places.take(0, &server).await;
    for _ in 0..9 {
        // A visitor who only asks and goes.
        drop(Box::pin(places.take(0, &server)));
    }
    let mut visitor = pin!(places.take(0, &modest));
    let mut own = pin!(places.take(0, &server));
    let mut another = pin!(places.take(0, &modest));
    assert!(poll(visitor.as_mut()).is_pending() && poll(own.as_mut()).is_pending());
    assert!(poll(another.as_mut()).is_pending());
    assert!(matches!(poll(visitor.as_mut()), Poll::Ready(None)), "it is not the server that is sent away");
    drop(place);
    assert!(matches!(poll(own.as_mut()), Poll::Ready(Some(_))));
}

/// The longest wait of visitors who ask now and then, among a thousand addresses of which every tenth asks
/// for as much as it may, all the time. Each piece of work takes `work`.
async fn longest_wait(places: Places, work: Duration, seed: &str) -> Duration {
    let longest = Arc::new(Mutex::new(Duration::ZERO));
    let end = now() + Duration::from_secs(120);
    let mut tasks = Vec::new();
    for n in 0..1000u64 {
        let greedy = n % 10 == 0;
        for k in 0..if greedy { 30 } else { 1 } {
            let (places, longest) = (places.clone(), Arc::clone(&longest));
            let seed = Seed::from_text(&format!("{seed} {n} {k}"));
            tasks.push(tokio::spawn(async move {
                let mut rng = Rng::new(&seed, Stream::Test);
                let asker = at(&format!("visitor {k}"), &format!("address {n}"));
                loop {
                    if !greedy {
                        // All modest visitors together ask for half of what one place can do.
                        let pause = work.as_millis() as u64 * 900 * 4;
                        tokio::time::sleep(Duration::from_millis(rng.below(pause as u32).into())).await;
                    }
                    let begun = now();
                    if begun > end {
                        return;
                    }
                    let place = places.take(0, &asker).await;
                    if !greedy {
                        assert!(place.is_some(), "a modest one is sent away");
                        let mut longest = longest.lock().unwrap();
                        *longest = begun.elapsed().max(*longest);
                    }
                    if place.is_some() {
                        tokio::time::sleep(work).await;
                    } else {
                        tokio::time::sleep(Duration::from_secs(5)).await;
                    }
                }
            }));
        }
    }
    for task in tasks {
        task.await.unwrap();
    }
    *longest.lock().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_modest_one_waits_briefly_whatever_others_do() {
    let bound = Bound { visitor: 24, address: 24, all: 1000 };
    let games = longest_wait(places(2, 1, bound), Duration::from_millis(200), "games").await;
    assert!(games < Duration::from_secs(2), "{games:?} for a game");
    let programs = longest_wait(places(1, 1, bound), Duration::from_secs(1), "programs").await;
    assert!(programs < Duration::from_secs(5), "{programs:?} for a program");
}

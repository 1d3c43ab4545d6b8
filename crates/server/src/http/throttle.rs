//! Rate limits by key: how often a person may send messages, or how often passwords may be tried for a
//! name.

use crate::http::address::{NETWORK_48, NETWORK_56, networks};
use crate::system::clock::Clock;
use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// The server's clock as the limiter reads it.
#[derive(Clone)]
struct LimiterClock(Arc<dyn Clock>);

impl GovernorClock for LimiterClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Duration::from_millis(self.0.now().unsigned_abs()).into()
    }
}

/// A limit for each key.
pub struct Throttle(RateLimiter<String, DefaultKeyedStateStore<String>, LimiterClock, NoOpMiddleware<Nanos>>);

impl Throttle {
    /// A key may be used `at_once` times; each use is free again after `every`.
    ///
    /// # Panics
    /// When one of the two is zero.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, at_once: u32, every: Duration) -> Throttle {
        let quota = Quota::with_period(every).expect("the period is not zero");
        let quota = quota.allow_burst(NonZeroU32::new(at_once).expect("a use is allowed"));
        Throttle(RateLimiter::new(quota, DefaultKeyedStateStore::default(), LimiterClock(clock)))
    }

    /// Counts a use of a key; returns whether it is allowed.
    #[must_use]
    pub fn allow(&self, key: &str) -> bool {
        self.take(key).is_ok()
    }

    /// Counts a use of a key.
    ///
    /// # Errors
    /// How long it takes until the next use is free, if none is free now.
    pub fn take(&self, key: &str) -> Result<(), Duration> {
        let now = self.0.clock().now();
        self.0.check_key(&key.to_owned()).map_err(|until| until.wait_time_from(now))
    }

    /// Forgets the keys that are no longer limited.
    pub fn tidy(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }

    /// The number of keys that are remembered.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.0.len()
    }
}

/// A limit for each address, and a larger one for each network that it lies in.
pub struct AddressThrottle([Throttle; 3]);

impl AddressThrottle {
    /// As [`Throttle::new`], for one address.
    #[must_use]
    pub fn new(clock: &Arc<dyn Clock>, at_once: u32, every: Duration) -> AddressThrottle {
        let of = |times: u32| Throttle::new(Arc::clone(clock), at_once.saturating_mul(times), every / times);
        AddressThrottle([of(1), of(NETWORK_56), of(NETWORK_48)])
    }

    /// As [`Throttle::take`].
    ///
    /// # Errors
    /// How long it takes until the next use is free, if none is free now.
    pub fn take(&self, address: &str) -> Result<(), Duration> {
        networks(address).iter().zip(&self.0).try_for_each(|((network, _), limit)| limit.take(network))
    }

    /// As [`Throttle::tidy`].
    pub fn tidy(&self) {
        self.0.iter().for_each(Throttle::tidy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_many_addresses_is_one_network() {
        let clock = Arc::new(crate::system::clock::ManualClock::new(0));
        let limit = AddressThrottle::new(&(clock.clone() as Arc<dyn Clock>), 3, Duration::from_secs(60));
        let allowed = |address: &str| limit.take(address).is_ok();
        // Of one address, of those of a line, and of those of a house.
        assert_eq!((0..9).filter(|_| allowed("2001:db8:0:100::/64")).count(), 3);
        assert_eq!((0..90).filter(|n| allowed(&format!("2001:db8:0:1{n:02}::/64"))).count(), 9);
        assert_eq!((0..200).filter(|n| allowed(&format!("2001:db8:0:{n:x}00::/64"))).count(), 36);
        assert!(allowed("2001:db8:1:100::/64") && allowed("203.0.113.1"));
        clock.advance(60_000);
        assert!(allowed("2001:db8:0:100::/64"));
    }
    use crate::system::clock::ManualClock;

    #[test]
    fn a_key_is_limited_until_time_has_passed() {
        let clock = Arc::new(ManualClock::new(1_000_000));
        let throttle = Throttle::new(clock.clone(), 5, Duration::from_secs(2));
        let allowed = (0..7).filter(|_| throttle.allow("a")).count();
        assert_eq!(allowed, 5);
        assert_eq!(throttle.take("a"), Err(Duration::from_secs(2)));
        assert!(throttle.allow("b"), "other keys are not concerned");
        clock.advance(2_000);
        assert!(throttle.allow("a") && !throttle.allow("a"));
        clock.advance(60_000);
        throttle.tidy();
        assert_eq!(throttle.keys(), 0);
    }
}

//! How much a visitor, and an address, may make in an hour: games, visitors, accounts, records, hints.

use crate::error::AppError;
use crate::http::address::Address;
use crate::http::throttle::{AddressThrottle, Throttle};
use crate::limits::{AT_ONCE, Limits};
use crate::system::clock::Clock;
use bagatelle_table::Visitor;
use std::sync::Arc;
use std::time::Duration;

/// The kinds that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Making {
    /// A table.
    Game,
    /// A table in the list of open tables.
    Listed,
    /// A new visitor.
    Visitor,
    /// An account.
    Account,
    /// A table from a record.
    Upload,
    /// A hint.
    Question,
    /// Sheets for printing.
    Sheets,
    /// A report to the moderators, or a block.
    Report,
    /// A token for programs.
    Token,
    /// A challenge.
    Challenge,
    /// A change of whom a visitor follows.
    Follow,
    /// An event by link, or a change of one.
    Event,
    /// A change of planned moves.
    Plan,
    /// A change or a test of notifications.
    Notification,
}

/// The limits of one kind of making; `None` where there is no limit.
struct Quota {
    visitor: Option<Throttle>,
    address: Option<AddressThrottle>,
    refusal: &'static str,
}

/// What was made in the last hour.
pub struct Quotas([Quota; Making::ALL.len()]);

impl Making {
    /// All kinds, in their order.
    const ALL: [Making; 14] = [
        Making::Game,
        Making::Listed,
        Making::Visitor,
        Making::Account,
        Making::Upload,
        Making::Question,
        Making::Sheets,
        Making::Report,
        Making::Token,
        Making::Challenge,
        Making::Follow,
        Making::Event,
        Making::Plan,
        Making::Notification,
    ];

    /// How many a visitor and an address may make in an hour, and what more of them is answered.
    fn bounds(self, limits: &Limits) -> (u32, u32, &'static str) {
        match self {
            Making::Game => (
                limits.games,
                limits.games_per_address,
                "you’ve started many games at once: play some, and start the next in a few minutes",
            ),
            Making::Listed => (
                u32::MAX,
                limits.listed_per_address,
                "many tables from your network are waiting for players: join one, or try again in a few \
                 minutes",
            ),
            Making::Visitor => (
                u32::MAX,
                limits.visitors_per_address,
                "too many new guests from your network: try again in a few minutes",
            ),
            Making::Account => (
                u32::MAX,
                limits.sign_ups_per_address,
                "too many new accounts from your network: try again in an hour",
            ),
            Making::Upload => (
                limits.uploads,
                limits.uploads_per_address,
                "you’ve opened many records at once: open the next in a few minutes",
            ),
            Making::Question => (
                limits.questions,
                limits.questions_per_address,
                "you’ve asked many questions at once: ask again in a few minutes",
            ),
            Making::Sheets => (
                u32::MAX,
                limits.sheets_per_address,
                "your network has printed many games at once: print the next in a few minutes",
            ),
            Making::Report => (
                limits.reports,
                limits.reports_per_address,
                "you’ve sent many reports at once, and the moderators will read them: try again in a few \
                 minutes",
            ),
            Making::Token => (
                limits.tokens,
                limits.tokens_per_address,
                "you’ve created many tokens at once: create the next in a few minutes",
            ),
            Making::Challenge => (
                limits.challenges,
                limits.challenges_per_address,
                "you’ve sent many challenges at once: wait for answers, and try again in a few minutes",
            ),
            Making::Follow => (
                limits.follows,
                limits.follows_per_address,
                "you’ve followed or unfollowed many people at once: try again in a few minutes",
            ),
            Making::Event => (
                limits.events,
                limits.events_per_address,
                "you’ve made or changed many events at once: try again in a few minutes",
            ),
            Making::Plan => (
                limits.plans,
                limits.plans_per_address,
                "you’ve planned many moves at once: plan more in a few minutes",
            ),
            Making::Notification => (
                limits.notifications,
                limits.notifications_per_address,
                "you’ve changed or tested notifications often: try again in a few minutes",
            ),
        }
    }
}

impl Quotas {
    /// Nothing was made yet.
    #[must_use]
    pub fn new(limits: &Limits, clock: &Arc<dyn Clock>) -> Quotas {
        let rate = |an_hour: u32| {
            (an_hour < u32::MAX).then(|| {
                let an_hour = an_hour.max(1);
                (an_hour.div_ceil(AT_ONCE), Duration::from_secs(3600) / an_hour)
            })
        };
        Quotas(Making::ALL.map(|making| {
            let (visitor, address, refusal) = making.bounds(limits);
            Quota {
                visitor: rate(visitor)
                    .map(|(at_once, every)| Throttle::new(Arc::clone(clock), at_once, every)),
                address: rate(address).map(|(at_once, every)| AddressThrottle::new(clock, at_once, every)),
                refusal,
            }
        }))
    }

    /// Counts something that a visitor makes from an address.
    ///
    /// # Errors
    /// [`AppError::TooMany`] when it is too much.
    pub fn count(
        &self,
        making: Making,
        visitor: Option<&Visitor>,
        Address(address): &Address,
    ) -> Result<(), AppError> {
        let quota = &self.0[making as usize];
        let by_visitor = quota.visitor.as_ref().zip(visitor);
        let by_address = quota.address.as_ref().zip(address.as_deref());
        let taken = by_visitor
            .map_or(Ok(()), |(limit, visitor)| limit.take(visitor.id()))
            .and_then(|()| by_address.map_or(Ok(()), |(limit, address)| limit.take(address)));
        taken.map_err(|after| AppError::TooMany { why: quota.refusal, after })
    }

    /// Forgets old entries.
    pub fn tidy(&self) {
        for quota in &self.0 {
            quota.visitor.iter().for_each(Throttle::tidy);
            quota.address.iter().for_each(AddressThrottle::tidy);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_place() {
        for (place, making) in Making::ALL.into_iter().enumerate() {
            assert_eq!(making as usize, place);
        }
    }
}

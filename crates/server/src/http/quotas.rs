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
    /// A report to the moderators, or a block.
    Report,
    /// A token for programs.
    Token,
    /// A challenge.
    Challenge,
    /// A change of whom a visitor follows.
    Follow,
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
pub struct Quotas {
    game: Quota,
    listed: Quota,
    visitor: Quota,
    account: Quota,
    upload: Quota,
    question: Quota,
    report: Quota,
    token: Quota,
    challenge: Quota,
    follow: Quota,
    plan: Quota,
    notification: Quota,
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
        let quota = |visitor, address, refusal| Quota {
            visitor: rate(visitor).map(|(at_once, every)| Throttle::new(Arc::clone(clock), at_once, every)),
            address: rate(address).map(|(at_once, every)| AddressThrottle::new(clock, at_once, every)),
            refusal,
        };
        Quotas {
            game: quota(
                limits.games,
                limits.games_per_address,
                "you’ve started many games at once: play some, and start the next in a few minutes",
            ),
            listed: quota(
                u32::MAX,
                limits.listed_per_address,
                "many tables from your network are waiting for players: join one, or try again in a few \
                 minutes",
            ),
            visitor: quota(
                u32::MAX,
                limits.visitors_per_address,
                "too many new guests from your network: try again in a few minutes",
            ),
            account: quota(
                u32::MAX,
                limits.sign_ups_per_address,
                "too many new accounts from your network: try again in an hour",
            ),
            upload: quota(
                limits.uploads,
                limits.uploads_per_address,
                "you’ve opened many records at once: open the next in a few minutes",
            ),
            question: quota(
                limits.questions,
                limits.questions_per_address,
                "you’ve asked many questions at once: ask again in a few minutes",
            ),
            report: quota(
                limits.reports,
                limits.reports_per_address,
                "you’ve sent many reports at once, and the moderators will read them: try again in a few \
                 minutes",
            ),
            challenge: quota(
                limits.challenges,
                limits.challenges_per_address,
                "you’ve sent many challenges at once: wait for answers, and try again in a few minutes",
            ),
            follow: quota(
                limits.follows,
                limits.follows_per_address,
                "you’ve followed or unfollowed many people at once: try again in a few minutes",
            ),
            plan: quota(
                limits.plans,
                limits.plans_per_address,
                "you’ve planned many moves at once: plan more in a few minutes",
            ),
            notification: quota(
                limits.notifications,
                limits.notifications_per_address,
                "you’ve changed or tested notifications often: try again in a few minutes",
            ),
            token: quota(
                limits.tokens,
                limits.tokens_per_address,
                "you’ve created many tokens at once: create the next in a few minutes",
            ),
        }
    }

    fn all(&self) -> [&Quota; 12] {
        let Quotas {
            game,
            listed,
            visitor,
            account,
            upload,
            question,
            report,
            token,
            challenge,
            follow,
            plan,
            notification,
        } = self;
        [
            game,
            listed,
            visitor,
            account,
            upload,
            question,
            report,
            token,
            challenge,
            follow,
            plan,
            notification,
        ]
    }

    fn of(&self, making: Making) -> &Quota {
        match making {
            Making::Game => &self.game,
            Making::Listed => &self.listed,
            Making::Visitor => &self.visitor,
            Making::Account => &self.account,
            Making::Upload => &self.upload,
            Making::Question => &self.question,
            Making::Report => &self.report,
            Making::Token => &self.token,
            Making::Challenge => &self.challenge,
            Making::Follow => &self.follow,
            Making::Plan => &self.plan,
            Making::Notification => &self.notification,
        }
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
        let quota = self.of(making);
        let by_visitor = quota.visitor.as_ref().zip(visitor);
        let by_address = quota.address.as_ref().zip(address.as_deref());
        let taken = by_visitor
            .map_or(Ok(()), |(limit, visitor)| limit.take(visitor.id()))
            .and_then(|()| by_address.map_or(Ok(()), |(limit, address)| limit.take(address)));
        taken.map_err(|after| AppError::TooMany { why: quota.refusal, after })
    }

    /// Forgets old entries.
    pub fn tidy(&self) {
        for quota in self.all() {
            quota.visitor.iter().for_each(Throttle::tidy);
            quota.address.iter().for_each(AddressThrottle::tidy);
        }
    }
}

//! An exchange, with a bridge between the eras in front of it where one is asked for.

use std::collections::VecDeque;
use std::time::Instant;

use crate::bridge::{Bridge, Way};
use crate::exchange::{Exchange, Step};

/// One client's conversation with one server, whatever era each of them speaks.
#[derive(Debug)]
pub struct Conversation {
    exchange: Exchange,
    bridge: Option<Bridge>,
}

impl Conversation {
    /// Both sides speak the same era.
    pub fn new(exchange: Exchange) -> Self {
        Self { exchange, bridge: None }
    }

    /// Either side may speak either era.
    pub fn bridged(exchange: Exchange) -> Self {
        Self { exchange, bridge: Some(Bridge::default()) }
    }

    /// What is known of the server and of the open requests.
    pub fn exchange(&mut self) -> &mut Exchange {
        &mut self.exchange
    }

    /// Takes a line of the client, line break included.
    pub fn from_client(&mut self, line: Vec<u8>, now: Instant) -> Vec<Step> {
        match &mut self.bridge {
            None => self.exchange.from_client(line, now),
            Some(bridge) => {
                let ways = bridge.from_client(line, now);
                self.go(ways, now)
            }
        }
    }

    /// Tells the exchange of anything but a line of the client.
    pub fn tell(
        &mut self,
        now: Instant,
        told: impl FnOnce(&mut Exchange) -> Vec<Step>,
    ) -> Vec<Step> {
        let steps = told(&mut self.exchange);
        self.cross(steps, now)
    }

    /// When [`Conversation::tick`] is to be called next.
    pub fn next_tick(&self) -> Option<Instant> {
        let bridge = self.bridge.as_ref().and_then(Bridge::next_tick);
        [bridge, self.exchange.next_tick()].into_iter().flatten().min()
    }

    /// Ends what has waited too long.
    pub fn tick(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = self.tell(now, |exchange| exchange.tick(now));
        if let Some(bridge) = &mut self.bridge {
            let ways = bridge.tick(now);
            steps.extend(self.go(ways, now));
        }
        steps
    }

    /// Takes the steps of the exchange across the bridge.
    fn cross(&mut self, steps: Vec<Step>, now: Instant) -> Vec<Step> {
        let Some(bridge) = &mut self.bridge else { return steps };
        let mut crossed = Vec::new();
        for step in steps {
            match step {
                Step::ToClient { line, answers } => {
                    let ways = bridge.to_client(line, answers, now);
                    crossed.extend(Self::take(bridge, &mut self.exchange, ways, now));
                }
                Step::Note(_) | Step::StartServer | Step::ToServer(_) => crossed.push(step),
            }
        }
        crossed
    }

    fn go(&mut self, ways: Vec<Way>, now: Instant) -> Vec<Step> {
        match &mut self.bridge {
            Some(bridge) => Self::take(bridge, &mut self.exchange, ways, now),
            None => Vec::new(),
        }
    }

    /// Takes `ways` to their end: what goes to the server goes through the exchange, and what that has for the client
    /// crosses the bridge.
    fn take(
        bridge: &mut Bridge,
        exchange: &mut Exchange,
        ways: Vec<Way>,
        now: Instant,
    ) -> Vec<Step> {
        let mut ways = VecDeque::from(ways);
        let mut done = Vec::new();
        while let Some(way) = ways.pop_front() {
            match way {
                Way::ToClient { line, answers } => done.push(Step::ToClient { line, answers }),
                Way::ToServer(line) => {
                    for step in exchange.from_client(line, now) {
                        match step {
                            Step::ToClient { line, answers } => {
                                ways.extend(bridge.to_client(line, answers, now));
                            }
                            Step::Note(_) | Step::StartServer | Step::ToServer(_) => {
                                done.push(step);
                            }
                        }
                    }
                }
            }
        }
        done
    }
}

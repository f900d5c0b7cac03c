//! What is kept of a replayed run: all of its log, and when each datagram of one client was sent.

use tacho_core::units::{ClientId, Micros};

use crate::rig::{DatagramSeen, Direction, FrameSeen, RunLog, TickSeen, Witness};

pub(super) struct Watch {
    watched: ClientId,
    pub(super) log: RunLog,
    /// When, which way, and how many bytes.
    pub(super) sent: Vec<(Micros, Direction, usize)>,
}

impl Watch {
    pub(super) fn new(watched: ClientId) -> Watch {
        Watch { watched, log: RunLog::default(), sent: Vec::new() }
    }
}

impl Witness for Watch {
    fn on_tick(&mut self, tick: &TickSeen) {
        self.log.on_tick(tick);
    }

    fn on_frame(&mut self, frame: &FrameSeen) {
        self.log.on_frame(frame);
    }

    fn on_sent(&mut self, datagram: &DatagramSeen) {
        if datagram.client == self.watched {
            self.sent.push((datagram.sent, datagram.direction, datagram.bytes.len()));
        }
        self.log.on_sent(datagram);
    }

    fn on_read(&mut self, datagram: &DatagramSeen, at: Micros) {
        self.log.on_read(datagram, at);
    }
}

//! The joints between vehicles that hang together.

use rapier3d::prelude::*;

use super::Physics;
use crate::sim::vehicle::Tow;

/// Two vehicles that hang together, by their rows.
#[derive(Clone, Copy, Debug)]
pub struct Hitch<'a> {
    /// The row that pulls.
    pub cab: usize,
    /// The row that is pulled.
    pub trailer: usize,
    /// How.
    pub tow: &'a Tow,
}

impl Physics {
    /// Makes these the joints that there are. One that is there already is left as it is.
    pub fn set_hitches(&mut self, hitches: &[Hitch<'_>]) {
        let bodies = |hitch: &Hitch<'_>| (self.vehicles[hitch.cab].0, self.vehicles[hitch.trailer].0);
        let joints = &mut self.state.impulse_joints;
        let is_wanted =
            |joint: &ImpulseJoint| hitches.iter().any(|hitch| bodies(hitch) == (joint.body1(), joint.body2()));
        let gone: Vec<_> = joints.iter().filter(|(_, joint)| !is_wanted(joint)).map(|(handle, _)| handle).collect();
        for handle in gone {
            joints.remove(handle, true);
        }
        for hitch in hitches {
            let (cab, trailer) = bodies(hitch);
            if joints.joints_between(cab, trailer).next().is_none() {
                joints.insert(cab, trailer, hitch_joint(hitch.tow), true);
            }
        }
    }
}

/// A ball in a socket that turns as far as the two may fold, bend and lean.
fn hitch_joint(tow: &Tow) -> GenericJoint {
    let both_ways = |most_rad: f32| [-most_rad, most_rad];
    SphericalJointBuilder::new()
        .local_anchor1(tow.hitch)
        .local_anchor2(tow.towed_hitch)
        .contacts_enabled(false)
        .limits(JointAxis::AngX, both_ways(tow.bend_rad))
        .limits(JointAxis::AngY, both_ways(tow.fold_rad))
        .limits(JointAxis::AngZ, both_ways(tow.lean_rad))
        .build()
        .into()
}

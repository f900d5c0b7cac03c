//! The verb `replay` from the outside.

mod common;

#[test]
fn make() {
    common::record(std::path::Path::new("/tmp/probe-side.trace"), &[8, 9, 10], common::cruise);
}

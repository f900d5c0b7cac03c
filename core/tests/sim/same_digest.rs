//! The same run gives the same digest wherever it is made: legion numbers its entities by a counter of the whole process,
//! and a world that looked at it would be another world after ten others, or beside four.

use std::process;

use crate::stage::PileUp;

/// The digests of a short pile-up, one for each second.
fn digests() -> Vec<u64> {
    let mut pile_up = PileUp::new(23, 3);
    let second = |_| {
        (0..60).for_each(|_| pile_up.step());
        pile_up.world.digest().total
    };
    (0..6).map(second).collect()
}

/// Not a test of its own: what the test below runs in another process.
#[test]
#[ignore = "run by a_second_process_gives_the_same_digests"]
fn prints_its_digests() {
    println!("digests {:?}", digests());
}

#[test]
fn a_second_process_gives_the_same_digests() {
    let binary = std::env::current_exe().expect("a test is a file");
    let arguments = ["--exact", "same_digest::prints_its_digests", "--ignored", "--nocapture", "--test-threads=1"];
    let output = process::Command::new(binary).args(arguments).output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("it prints text");
    let wanted = format!("digests {:?}", digests());
    assert!(printed.contains(&wanted), "wanted {wanted}, the other process printed:\n{printed}");
}

#[test]
fn a_world_gives_the_same_digests_after_ten_others() {
    let first = digests();
    for seed in 0..10 {
        let mut other = PileUp::new(5, seed);
        (0..30).for_each(|_| other.step());
    }
    assert_eq!(digests(), first);
}

#[test]
fn four_worlds_on_threads_give_the_same_digests_as_one_alone() {
    let alone = digests();
    let beside = std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(digests));
        threads.map(|thread| thread.join().expect("no world panics"))
    });
    assert_eq!(beside, [(); 4].map(|()| alone.clone()));
}

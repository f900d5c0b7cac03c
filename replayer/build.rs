//! Tells the crate what compiles it, for the headers of recordings and for reports.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").expect("cargo names the compiler to every build script");
    let said = Command::new(rustc).arg("--version").output().expect("the compiler that cargo runs can be run");
    println!("cargo::rustc-env=TACHO_RUSTC={}", String::from_utf8_lossy(&said.stdout).trim());
    let target = env::var("TARGET").expect("cargo names the target to every build script");
    println!("cargo::rustc-env=TACHO_TARGET={target}");
}

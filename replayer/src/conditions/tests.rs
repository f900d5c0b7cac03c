use clap::{Command, CommandFactory, Parser};
use proptest::prelude::*;

use super::*;

/// Says what the program is for.
#[derive(Parser)]
#[command(name = "program")]
struct Program {
    #[command(flatten)]
    conditions: ConditionArgs,
    /// An option of the program itself
    #[arg(long)]
    own: bool,
}

fn command() -> Command {
    Program::command()
}

fn parse(args: &[&str]) -> ConditionArgs {
    let program = Program::try_parse_from([&["program"], args].concat()).unwrap();
    assert!(!program.own);
    program.conditions
}

fn refusal(args: &[&str]) -> String {
    parse(args).load().unwrap_err().to_string()
}

fn stall_ms(at_ms: u64, length_ms: u64) -> Stall {
    Stall { at_us: at_ms * 1000, length_us: length_ms * 1000 }
}

#[test]
fn the_help_names_every_unit() {
    insta::assert_snapshot!(command().term_width(100).render_help());
}

#[test]
fn no_arguments_are_the_default_and_a_perfect_network() {
    assert_eq!(parse(&[]), ConditionArgs::default());
    let conditions = ConditionArgs::default().load().unwrap();
    assert_eq!(conditions.up, link::Conditions::default());
    assert_eq!(conditions.down, link::Conditions::default());
    assert_eq!((conditions.fps, conditions.seed), (60, 0));
}

#[test]
fn each_argument_comes_to_its_own_place() {
    let args = "--rtt 150 --jitter 20.5 --loss 5 --stall 40000:300 --stall 50000:100 --stall-up 1000:10 --page-stall 2000:20 \
                --server-stall 3000:30 --seed 9 --fps 144";
    let conditions = parse(&args.split_whitespace().collect::<Vec<_>>()).load().unwrap();
    let way = link::Conditions { delay_us: 75_000, jitter_us: 20_500, loss_share: 0.05, ..Default::default() };
    let down = vec![stall_ms(40_000, 300), stall_ms(50_000, 100)];
    let expected = RunConditions {
        up: link::Conditions { stalls: vec![stall_ms(1000, 10)], ..way.clone() },
        down: link::Conditions { stalls: down, ..way },
        page_pauses: Pauses::new(vec![stall_ms(2000, 20)]),
        server_pauses: Pauses::new(vec![stall_ms(3000, 30)]),
        fps: 144,
        seed: 9,
    };
    assert_eq!(conditions, expected);
}

#[test]
fn a_bad_value_is_refused_with_its_place_and_the_cure() {
    let refusals = [
        refusal(&["--rtt", "-1"]),
        refusal(&["--jitter", "NaN"]),
        refusal(&["--loss", "101"]),
        refusal(&["--fps", "0"]),
        refusal(&["--page-stall", "100:0"]),
        refusal(&["--rtt", "50", "--link-trace", "x.csv"]),
        command().try_get_matches_from(["program", "--stall", "40s"]).unwrap_err().to_string(),
        parse(&["--server-stall", "5000:10"]).check_clip(Micros::from_ms(5000)).unwrap_err().to_string(),
    ];
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn a_stall_that_outlasts_the_clip_is_a_caution() {
    let args = parse(&["--stall", "4900:100", "--page-stall", "4900:101"]);
    let cautions = args.check_clip(Micros::from_ms(5000)).unwrap();
    assert_eq!(cautions, ["--page-stall 4900:101 outlasts the clip, which ends at 5000 ms"]);
}

#[test]
fn a_link_trace_sets_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("train.csv");
    fs::write(&path, "t_s,rtt_ms,lost\n0,100,0\n1,300,1\n").unwrap();
    let args = ConditionArgs { link_trace: Some(path.clone()), ..ConditionArgs::default() };
    let conditions = args.load().unwrap();
    assert_eq!(conditions.up.trace.as_ref().unwrap().measurement_at(0).delay_us, 50_000);
    assert_eq!(conditions.up.trace, conditions.down.trace);

    fs::write(&path, "t_s,rtt_ms\n0,100\n").unwrap();
    assert!(matches!(args.load(), Err(BadConditions::NoLinkTrace { .. })));
    fs::remove_file(&path).unwrap();
    assert!(matches!(args.load(), Err(BadConditions::Unreadable { .. })));
}

#[test]
fn the_report_has_every_condition_in_its_unit() {
    let args = parse(&["--rtt", "150", "--loss", "2.5", "--stall", "40000:300", "--link-trace", "x.csv"]);
    insta::assert_snapshot!(serde_json::to_string_pretty(&args).unwrap());
}

fn any_stalls() -> impl Strategy<Value = Vec<Stall>> {
    prop::collection::vec((0..1_000_000_u64, 1..10_000_u64).prop_map(|(at, length)| stall_ms(at, length)), 0..3)
}

proptest! {
    #[test]
    fn the_arguments_written_back_give_the_same_conditions(
        numbers in (0.0..MAX_DELAY_MS, 0.0..MAX_DELAY_MS, 0.0..100.0),
        (stalls, stalls_up, page_stalls, server_stalls) in (any_stalls(), any_stalls(), any_stalls(), any_stalls()),
        link_trace in prop::option::of("[a-z]{1,8}\\.csv".prop_map(PathBuf::from)),
        seed: u64,
        fps in 1..=MAX_FPS,
    ) {
        let (rtt_ms, jitter_ms, loss_percent) = numbers;
        let args = ConditionArgs {
            rtt_ms, jitter_ms, loss_percent, stalls, stalls_up, page_stalls, server_stalls, link_trace, seed, fps,
        };
        let written = args.to_args();
        prop_assert_eq!(parse(&written.iter().map(String::as_str).collect::<Vec<_>>()), args);
    }
}

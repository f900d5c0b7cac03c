use proptest::prelude::*;

use crate::sim::Command;
use crate::units::ClientId;

fn any_command() -> impl Strategy<Value = Command> {
    let client = any::<u16>().prop_map(ClientId);
    prop_oneof![
        client.clone().prop_map(|client| Command::Join { client }),
        client.clone().prop_map(|client| Command::Leave { client }),
        client.clone().prop_map(|client| Command::Reset { client }),
        Just(Command::ResetLevel),
        (client, any::<u8>()).prop_map(|(client, class)| Command::SetClass { client, class }),
    ]
}

proptest! {
    #[test]
    fn a_command_survives_its_bytes(command in any_command()) {
        prop_assert_eq!(Command::from_bytes(&command.to_bytes()), Ok(command));
    }

    #[test]
    fn a_command_cut_short_or_with_a_byte_after_it_is_refused(command in any_command(), byte: u8) {
        let bytes = command.to_bytes();
        for length in 0..bytes.len() {
            prop_assert!(Command::from_bytes(&bytes[..length]).is_err());
        }
        prop_assert!(Command::from_bytes(&[bytes.as_slice(), &[byte]].concat()).is_err());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        if let Ok(command) = Command::from_bytes(&bytes) {
            prop_assert_eq!(Command::from_bytes(&command.to_bytes()), Ok(command));
        }
    }
}

#[test]
fn the_bytes_of_a_command_stay_what_they_are() {
    let client = ClientId(300);
    let bytes = [
        Command::Join { client },
        Command::Leave { client },
        Command::Reset { client },
        Command::ResetLevel,
        Command::SetClass { client, class: 5 },
    ]
    .map(|command| command.to_bytes());
    let written = bytes.map(|bytes| format!("{bytes:02x?}")).join(" ");
    insta::assert_snapshot!(written, @"[00, ac, 02] [01, ac, 02] [02, ac, 02] [03] [04, ac, 02, 05]");
}

//! Writing and reading bytes, and the one trait that joins the two.

use crate::units::{ClientId, Seq, Tick};

#[cfg(test)]
mod tests;

/// Something with a place on the wire. The three functions of one type agree: `read` takes back what `write` wrote, and
/// `write` wrote `size` bytes.
pub trait Wire: Sized {
    /// Bytes that [`Wire::write`] will write.
    fn size(&self) -> usize;

    /// Appends this value. The writer trusts its own side: a value that has no encoding is a bug, and asserted.
    fn write(&self, writer: &mut Writer);

    /// Reads a value back.
    ///
    /// # Errors
    /// Where the bytes end early or are none that [`Wire::write`] makes.
    fn read(reader: &mut Reader<'_>) -> Result<Self, WireError>;
}

/// Why bytes were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The bytes end inside a field.
    #[error("the message ends {0} bytes early")]
    Cut(usize),
    /// The message is over and bytes are left.
    #[error("{0} bytes follow the end of the message")]
    Trailing(usize),
    /// No message of this direction has this kind.
    #[error("no message has kind {0}")]
    Kind(u8),
    /// The other end speaks another version.
    #[error("the other end speaks protocol version {theirs}, this one {ours}")]
    Version {
        /// The version in the message.
        theirs: u16,
        /// The version of this build.
        ours: u16,
    },
    /// A count or a length is beyond its bound.
    #[error("a count of {count} where at most {most} may be")]
    Count {
        /// The count in the message.
        count: usize,
        /// The bound.
        most: usize,
    },
    /// A byte that says yes or no says neither.
    #[error("{0} is neither yes (1) nor no (0)")]
    Flag(u8),
    /// Bytes that should be UTF-8 are not.
    #[error("the text is not UTF-8")]
    Text,
    /// A value that no writer makes.
    #[error("{0}")]
    Value(&'static str),
}

/// A refusal: what is wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} (at byte {at})")]
pub struct WireError {
    /// What is wrong.
    pub what: Fault,
    /// Bytes from the start of the message to the field that is wrong.
    pub at: usize,
}

/// Bytes being written.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A writer with room for `capacity` bytes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Writer {
        Writer { bytes: Vec::with_capacity(capacity) }
    }

    /// Appends a value.
    pub fn put(&mut self, value: &impl Wire) {
        let end = self.bytes.len() + value.size();
        value.write(self);
        assert_eq!(self.bytes.len(), end, "a value's size is not what it wrote");
    }

    /// Appends bytes as they are.
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// What was written.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Bytes being read.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// Reads a value. A refusal names the first byte of the innermost field that is wrong.
    ///
    /// # Errors
    /// As [`Wire::read`].
    pub fn get<T: Wire>(&mut self) -> Result<T, WireError> {
        T::read(self)
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// Where fewer are left.
    pub fn get_bytes(&mut self, count: usize) -> Result<&'a [u8], WireError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..count).ok_or_else(|| self.refuse(Fault::Cut(count - rest.len())))?;
        self.at += count;
        Ok(taken)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// Where fewer are left.
    pub fn get_array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.first_chunk().ok_or_else(|| self.refuse(Fault::Cut(N - rest.len())))?;
        self.at += N;
        Ok(*taken)
    }

    /// All bytes that are left.
    #[must_use]
    pub fn get_rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Ends the message.
    ///
    /// # Errors
    /// Where bytes are left.
    pub fn finish(self) -> Result<(), WireError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(self.refuse(Fault::Trailing(left))),
        }
    }

    /// Bytes read so far: where the next field begins.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// A refusal of the field that begins here.
    #[must_use]
    pub fn refuse(&self, what: Fault) -> WireError {
        WireError { what, at: self.at }
    }
}

/// The plain numbers.
macro_rules! wire_numbers {
    ($($number:ty),*) => {$(
        impl Wire for $number {
            fn size(&self) -> usize {
                size_of::<$number>()
            }

            fn write(&self, writer: &mut Writer) {
                writer.put_bytes(&self.to_le_bytes());
            }

            fn read(reader: &mut Reader<'_>) -> Result<$number, WireError> {
                Ok(<$number>::from_le_bytes(reader.get_array()?))
            }
        }
    )*};
}
wire_numbers!(u8, u16, u32, u64, i8, i16, i32, f32);

/// A struct that travels as its fields, in the order in which they are written down.
macro_rules! message {
    (
        $(#[$about:meta])*
        pub struct $name:ident { $($(#[$about_field:meta])* pub $field:ident: $kind:ty,)* }
    ) => {
        $(#[$about])*
        pub struct $name { $($(#[$about_field])* pub $field: $kind,)* }

        impl $crate::wire::Wire for $name {
            fn size(&self) -> usize {
                0 $(+ self.$field.size())*
            }

            fn write(&self, writer: &mut $crate::wire::Writer) {
                $(self.$field.write(writer);)*
            }

            fn read(reader: &mut $crate::wire::Reader<'_>) -> Result<$name, $crate::wire::WireError> {
                Ok($name { $($field: reader.get()?,)* })
            }
        }
    };
}
pub(crate) use message;

/// A number in a type of its own, which travels as the number.
macro_rules! wire_newtypes {
    ($($name:ident),*) => {$(
        impl $crate::wire::Wire for $name {
            fn size(&self) -> usize {
                self.0.size()
            }

            fn write(&self, writer: &mut $crate::wire::Writer) {
                self.0.write(writer);
            }

            fn read(reader: &mut $crate::wire::Reader<'_>) -> Result<$name, $crate::wire::WireError> {
                Ok($name(reader.get()?))
            }
        }
    )*};
}
pub(crate) use wire_newtypes;

wire_newtypes!(Tick, Seq, ClientId);

impl Wire for bool {
    fn size(&self) -> usize {
        1
    }

    fn write(&self, writer: &mut Writer) {
        u8::from(*self).write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<bool, WireError> {
        let here = reader.clone();
        match reader.get()? {
            0u8 => Ok(false),
            1 => Ok(true),
            other => Err(here.refuse(Fault::Flag(other))),
        }
    }
}

/// A tick that may be missing costs no byte more: no world lives to the last tick there is (two years and a quarter).
impl Wire for Option<Tick> {
    fn size(&self) -> usize {
        NO_TICK.size()
    }

    fn write(&self, writer: &mut Writer) {
        assert_ne!(*self, Some(NO_TICK), "the last tick stands for none");
        self.unwrap_or(NO_TICK).write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Option<Tick>, WireError> {
        let tick: Tick = reader.get()?;
        Ok((tick != NO_TICK).then_some(tick))
    }
}

const NO_TICK: Tick = Tick(u32::MAX);

/// Every number is a sequence number, so whether there is one is a byte of its own.
impl Wire for Option<Seq> {
    fn size(&self) -> usize {
        self.is_some().size() + self.map_or(0, |seq| seq.size())
    }

    fn write(&self, writer: &mut Writer) {
        self.is_some().write(writer);
        if let Some(seq) = self {
            seq.write(writer);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Option<Seq>, WireError> {
        if reader.get()? { Ok(Some(reader.get()?)) } else { Ok(None) }
    }
}

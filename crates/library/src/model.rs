//! Code that stands for a method in graphs, where its line alone does not say enough.

/// What stands for a method's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Its line: it throws what the line says and nothing else, and returns something of which no more is known than the line says.
    Told,
    /// Returns its receiver after calling `toString` on its argument.
    AppendObject,
    /// `Object.toString`: asks for the hash code.
    ToString,
    /// `Throwable.toString`: asks for the message.
    Message,
    /// Shows an exception and its causes.
    StackTrace,
    Suppress,
    /// Returns its receiver, or an `IllegalFormatException`.
    Format,
    StringIsEmpty,
    /// `String.toCharArray`: an array as long as the string.
    Characters,
    /// `String.substring`: as long as its bounds say.
    Part,
    /// A box around its argument.
    Box,
    /// `Throwable` constructors: message and cause are kept, the stack trace is not.
    NewThrowable,
    Clone,
    /// `Arrays.copyOf`: an array of the same class and another length.
    CopyOf,
    /// Puts the numbers of an array into another order.
    Sort,
    ArrayCopy,
    Exit,
    /// Goes on if its argument holds; otherwise the run is over.
    Assume,
}

impl Model {
    /// Those with a name in the files.
    pub const ALL: [Self; 18] = [
        Self::Told,
        Self::AppendObject,
        Self::ToString,
        Self::Message,
        Self::StackTrace,
        Self::Suppress,
        Self::Format,
        Self::StringIsEmpty,
        Self::Characters,
        Self::Part,
        Self::Box,
        Self::NewThrowable,
        Self::Clone,
        Self::CopyOf,
        Self::Sort,
        Self::ArrayCopy,
        Self::Exit,
        Self::Assume,
    ];
}

//! Classes that are meant one by one: those the JVM itself knows or throws, and the few whose insides Cupper speaks of.
//!
//! Names are those of class files. A list of classes that have something in common is not written in Rust: that is a fact, and has
//! a word in the files.

macro_rules! names {
    ($($name:ident = $text:literal;)*) => {
        $(pub const $name: &str = $text;)*
        /// All of them.
        pub const ALL: &[&str] = &[$($name),*];
    };
}

names! {
    OBJECT = "java/lang/Object";
    CLASS = "java/lang/Class";
    STRING = "java/lang/String";
    CHAR_SEQUENCE = "java/lang/CharSequence";
    ABSTRACT_STRING_BUILDER = "java/lang/AbstractStringBuilder";
    CHARACTER = "java/lang/Character";
    COMPARABLE = "java/lang/Comparable";
    CLONEABLE = "java/lang/Cloneable";
    ENUM = "java/lang/Enum";
    RECORD = "java/lang/Record";
    THREAD = "java/lang/Thread";
    PRINT_STREAM = "java/io/PrintStream";
    RANDOM = "java/util/Random";
    ARRAY_LIST = "java/util/ArrayList";
    IMMUTABLE_COLLECTIONS = "java/util/ImmutableCollections";
    INTERNAL_VM = "jdk/internal/misc/VM";
    SYSTEM = "java/lang/System";
    PRECONDITIONS = "jdk/internal/util/Preconditions";
    INTEGER = "java/lang/Integer";
    LONG = "java/lang/Long";
    STRING_BUILDER = "java/lang/StringBuilder";
    STRING_BUFFER = "java/lang/StringBuffer";
    OBJECTS = "java/util/Objects";

    THROWABLE = "java/lang/Throwable";
    ERROR = "java/lang/Error";
    RUNTIME_EXCEPTION = "java/lang/RuntimeException";
    ARITHMETIC = "java/lang/ArithmeticException";
    ARRAY_INDEX = "java/lang/ArrayIndexOutOfBoundsException";
    ARRAY_STORE = "java/lang/ArrayStoreException";
    ASSERTION = "java/lang/AssertionError";
    CLASS_CAST = "java/lang/ClassCastException";
    CLONE_NOT_SUPPORTED = "java/lang/CloneNotSupportedException";
    ILLEGAL_ARGUMENT = "java/lang/IllegalArgumentException";
    INITIALIZER = "java/lang/ExceptionInInitializerError";
    NEGATIVE_SIZE = "java/lang/NegativeArraySizeException";
    NO_CLASS_DEF = "java/lang/NoClassDefFoundError";
    NULL_POINTER = "java/lang/NullPointerException";
    NUMBER_FORMAT = "java/lang/NumberFormatException";
    OUT_OF_MEMORY = "java/lang/OutOfMemoryError";
    STACK_OVERFLOW = "java/lang/StackOverflowError";
    STRING_INDEX = "java/lang/StringIndexOutOfBoundsException";
}

/// What instructions make by themselves: strings, class objects, and what the JVM throws.
pub const MADE_BY_THE_JVM: &[&str] = &[
    STRING,
    CLASS,
    NULL_POINTER,
    ARITHMETIC,
    ARRAY_INDEX,
    NEGATIVE_SIZE,
    CLASS_CAST,
    ARRAY_STORE,
    INITIALIZER,
    NO_CLASS_DEF,
];

/// The package whose classes every Java file knows by their short names.
pub const ALWAYS_IMPORTED: &str = "java/lang";

/// What `main` is given and gives.
pub const MAIN: &str = "([Ljava/lang/String;)V";

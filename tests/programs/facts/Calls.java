import java.util.Objects;

// What a constructor learns from the methods it calls.
//
// holds: Required: name != null
// holds: Checked: n >= 1
// falls: Unchecked: n >= 1
// holds: FromFactory: n >= 1
// falls: FromReflection: n >= 1
// holds: Built: n >= 1
// falls: BuiltBadly: n >= 1
// holds: Read: copied >= 1
// falls: ReadBadly: copied >= 1
// holds: Text: text != null
// falls: Mapped: value != null
class Required {
    private final Object name;

    Required(Object name) {
        this.name = Objects.requireNonNull(name, "name");
    }
}

class Checked {
    private final int n;

    Checked(int n) {
        check(n >= 1);
        this.n = positive(n);
    }

    private static int positive(int n) {
        if (n <= 0) {
            throw new IllegalArgumentException();
        }
        return n;
    }

    private static void check(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}

class Unchecked {
    private final int n;

    Unchecked(int n) {
        positive(n);
        this.n = n - 1;
    }

    private static int positive(int n) {
        if (n <= 0) {
            throw new IllegalArgumentException();
        }
        return n;
    }
}

class FromFactory {
    private final int n;

    private FromFactory(int n) {
        this.n = n;
    }

    static FromFactory of(int n) {
        if (n < 1) {
            throw new IllegalArgumentException();
        }
        return new FromFactory(n);
    }
}

class FromReflection {
    private final int n;

    private FromReflection(int n) {
        this.n = n;
    }

    static FromReflection of(int n) {
        return n < 1 ? new FromReflection(-n) : new FromReflection(n);
    }
}

class Built {
    private final int n;

    private Built(Builder builder) {
        n = builder.n;
    }

    static class Builder {
        private int n = 1;

        Builder n(int n) {
            if (n < 1) {
                throw new IllegalArgumentException();
            }
            this.n = n;
            return this;
        }

        Built build() {
            return new Built(this);
        }
    }
}

class BuiltBadly {
    private final int n;

    private BuiltBadly(Builder builder) {
        n = builder.n;
    }

    static class Builder {
        private int n;

        Builder n(int n) {
            if (n < 1) {
                throw new IllegalArgumentException();
            }
            this.n = n;
            return this;
        }

        BuiltBadly build() {
            return new BuiltBadly(this);
        }
    }
}

class Read {
    private int copied = 1;
    private int source = 1;

    void copy(Read other) {
        copied = other.source;
    }
}

class ReadBadly {
    private int copied = 1;
    private int source = 1;

    void copy(ReadBadly other) {
        copied = other.source;
        source = copied - 1;
    }
}

class Text {
    private String text;

    void set(int n) {
        text = String.valueOf(n);
    }

    Text() {
        text = new StringBuilder().append("a").toString();
    }
}

class Mapped {
    private final Object value;

    Mapped(java.util.Map<String, Object> map) {
        value = map.get("x");
    }
}

import java.util.function.Consumer;

// Whoever may write a field has a say.
//
// holds: Closed: n >= 1
// falls: Friendly: n >= 1
// falls: Friendly: n never changes
// falls: ByMate: n >= 1
// holds: WithMate: n >= 1
// falls: ByLambda: n >= 1
// falls: Public: name != null
// holds: PublicFinal: name != null
// falls: Protected: name != null
// falls: Conditional: name != null
// falls: OneConstructor: name != null
// holds: AllConstructors: name != null
// falls: Counter: n >= 0
// holds: Bounded: n >= 0
// falls: Nulled: head != null
// holds: Narrow: even <= 126
// falls: Narrow: small >= 0
// falls: ReadOnly: name != null
// holds: Delegates: name != null
// falls: Array: items.length >= 1
// holds: FullArray: items.length >= 1
// holds: FullArray: items != null
// falls: DefaultHook: name != null
// falls: WritesItself: n >= 1
class Closed {
    private int n;

    Closed(int n) {
        if (n < 1) {
            throw new IllegalArgumentException();
        }
        this.n = n;
    }

    void set(int n) {
        if (n > 0) {
            this.n = n;
        }
    }
}

class Friendly {
    int n;

    Friendly(int n) {
        if (n < 1) {
            throw new IllegalArgumentException();
        }
        this.n = n;
    }
}

class Stranger {
    static void spoil(Friendly friendly) {
        friendly.n--;
    }
}

class ByMate {
    private int n = 1;

    static class Mate {
        void spoil(ByMate other, int n) {
            other.n = n;
        }
    }
}

class WithMate {
    private int n = 1;

    static class Mate {
        void set(WithMate other, int n) {
            other.n = Math.max(1, n);
        }
    }
}

class ByLambda {
    private int n = 1;

    Consumer<Integer> setter() {
        return value -> n = value;
    }
}

class Public {
    public String name = "";
}

class PublicFinal {
    public final String name;

    PublicFinal(Object o) {
        name = String.valueOf(o.hashCode());
    }
}

class Protected {
    protected String name = "";
}

class Conditional {
    private String name;

    Conditional(String name) {
        if (name != null) {
            this.name = name;
        }
    }
}

class OneConstructor {
    private String name;

    OneConstructor(String name) {
        this.name = name.trim();
    }

    OneConstructor() {
    }
}

class AllConstructors {
    private String name;

    AllConstructors(String name) {
        this.name = name.trim();
    }

    AllConstructors() {
        this.name = "";
    }
}

class Counter {
    private int n;

    void increment() {
        n++;
    }
}

class Bounded {
    private int n;

    void increment() {
        int now = n;
        if (now < 100) {
            n = now + 1;
        }
    }
}

class Nulled {
    private Nulled head = this;

    void clear() {
        head = null;
    }
}

class Narrow {
    private byte small;
    private byte even;

    void set(int value) {
        small = (byte) value;
        even = (byte) (value & 126);
    }
}

class ReadOnly {
    private String name;

    ReadOnly() {
        System.out.println(name == null ? "" : name);
    }
}

class Delegates {
    private final String name;

    Delegates() {
        this("none");
    }

    private Delegates(String name) {
        this.name = name;
    }

    static Delegates of(Object o) {
        return new Delegates("o");
    }
}

class Array {
    private final int[] items;

    Array(int... items) {
        this.items = items;
    }
}

class FullArray {
    private final int[] items;

    FullArray(int first) {
        items = new int[] {first};
    }

    FullArray(int[] given) {
        if (given.length == 0) {
            throw new IllegalArgumentException();
        }
        items = given.clone();
        if (items.length == 0) {
            throw new IllegalStateException();
        }
    }
}

interface Hooked {
    default void hook() {
    }
}

class DefaultHook implements Hooked {
    private final String name;

    DefaultHook() {
        hook();
        name = "";
    }
}

class DefaultHookBelow extends DefaultHook {
    @Override
    public void hook() {
        System.out.println(this);
    }
}

class WritesItself implements java.io.Serializable {
    private int n = 1;

    private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
        n = 0;
        out.defaultWriteObject();
    }
}

import java.util.ArrayList;
import java.util.List;

// An object that others see before its constructor is done shows zero and null.
//
// falls: Stored: name != null
// falls: Stored: name never changes
// holds: StoredLast: name != null
// falls: Passed: name != null
// holds: PassedToFriend: name != null
// falls: Captured: name != null
// holds: CapturedLast: name != null
// falls: Overridable: name != null
// holds: NotOverridable: name != null
// falls: Above: above != null
// falls: Below: name != null
// holds: QuietBelow: name != null
// falls: BelowLate: name != null
// holds: BelowQuiet: name != null
// holds: Late: count >= 1
// falls: BelowList: name != null
// falls: Caught: n never changes
// falls: InHandler: n <= m
// holds: Followed: name != null
// holds: Followed: name never changes
class Registry {
    static final List<Object> SEEN = new ArrayList<>();

    static void see(Object object) {
        SEEN.add(object);
    }
}

class Stored {
    private String name;

    Stored(String name) {
        Registry.SEEN.add(this);
        this.name = name == null ? "" : name;
    }
}

class StoredLast {
    private String name;

    StoredLast(String name) {
        this.name = name == null ? "" : name;
        Registry.SEEN.add(this);
    }
}

class Passed {
    private final String name;

    Passed() {
        Registry.see(this);
        name = "";
    }
}

class PassedToFriend {
    private final String name;

    PassedToFriend() {
        touch(this);
        name = "";
    }

    private static void touch(PassedToFriend friend) {
        if (friend.name != null) {
            throw new IllegalStateException();
        }
    }
}

class Captured {
    private final String name;

    Captured(List<Runnable> out) {
        out.add(() -> System.out.println(this));
        name = "";
    }
}

class CapturedLast {
    private final String name;

    CapturedLast(List<Runnable> out) {
        name = "";
        out.add(() -> System.out.println(this));
    }
}

class Overridable {
    private final String name;

    Overridable() {
        hook();
        name = "";
    }

    void hook() {
    }
}

class Overrides extends Overridable {
    @Override
    void hook() {
        Registry.see(this);
    }
}

class NotOverridable {
    private final String name;

    NotOverridable() {
        hook();
        name = "";
    }

    final void hook() {
    }
}

abstract class Above {
    private final String above;

    Above() {
        hook();
        above = "";
    }

    abstract void hook();
}

class Below extends Above {
    private final String name;

    Below() {
        name = "";
    }

    @Override
    void hook() {
        System.out.println(name.length());
    }
}

abstract class QuietAbove {
    abstract void hook();
}

class QuietBelow extends QuietAbove {
    private final String name;

    QuietBelow() {
        name = "";
    }

    @Override
    void hook() {
        System.out.println(name.length());
    }
}

// A constructor that leaves its fields to another one, and shows the object afterwards.
class Late {
    private final int count;

    Late(int count) {
        this.count = count < 1 ? 1 : count;
    }

    Late(boolean shows) {
        this(7);
        if (shows) {
            Registry.see(this);
        }
    }

    Late() {
        this(2);
        System.out.println(count);
    }
}

class BelowLate extends Late {
    private final String name;

    BelowLate() {
        super(true);
        name = "";
    }
}

class BelowQuiet extends Late {
    private final String name;

    BelowQuiet() {
        name = "";
    }
}

// The list's constructor calls `addAll` after `this()`.
class BelowList extends java.util.LinkedList<String> {
    private final String name;

    BelowList(java.util.Collection<String> all) {
        super(all);
        name = "";
    }

    @Override
    public boolean addAll(int index, java.util.Collection<? extends String> all) {
        System.out.println(name.length());
        return true;
    }
}

class Caught {
    private int n;

    Caught() {
        try {
            Registry.see(this);
        } catch (RuntimeException e) {
            n = 1;
        }
    }
}

class InHandler {
    private int n;
    private int m;

    InHandler(int a, int b) {
        try {
            if (a > b) {
                throw new IllegalArgumentException();
            }
            Registry.see(this);
        } catch (RuntimeException e) {
            n = a;
            m = a;
        }
    }
}

class Followed {
    private String name;

    Followed(String name) {
        init(name);
    }

    private void init(String name) {
        check(name);
        this.name = name;
    }

    private void check(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
    }
}

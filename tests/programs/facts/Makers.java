import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

// Objects that come about, or change, without a constructor one can see.
//
// falls: Streamed: cache != null
// holds: Streamed: name != null
// holds: StreamedWell: cache != null
// holds: NotStreamed: cache != null
// falls: Updated: updated != null
// holds: NotUpdated: label != null
// falls: Reflected: secret != null
// falls: Revived: name != null
// falls: Marked: name != null
// holds: Cloned: items != null
// falls: ClonedBadly: items != null
// falls: NoMaker: name != null
// holds: Made: name != null
// holds: Point: x >= 0
// falls: Loose: x >= 0
// holds: Color: code >= 1
// falls: Mood: code >= 1
// falls: Cyclic: mode != null
// holds: Acyclic: mode != null
class Streamed implements Serializable {
    private transient Object cache = new Object();
    private final String name = "";
}

class StreamedWell implements Serializable {
    private transient Object cache = new Object();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        cache = new Object();
    }
}

class NotStreamed {
    private transient Object cache = new Object();
}

class Updated {
    private static final AtomicReferenceFieldUpdater<Updated, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(Updated.class, String.class, "updated");
    private volatile String updated = "";

    void clear() {
        NAME.set(this, null);
    }
}

class NotUpdated {
    private volatile String label = "";
}

class Reflected {
    private String secret = "";
}

class Reflects {
    static void spoil(Reflected reflected) throws ReflectiveOperationException {
        Field field = Reflected.class.getDeclaredField("secret");
        field.setAccessible(true);
        field.set(reflected, null);
    }
}

class Revived {
    private final String name;

    Revived(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        this.name = name;
    }

    @Override
    protected void finalize() {
        System.out.println(name.length());
    }
}

@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Inject {
}

class Marked {
    @Inject private String name = "";
}

class Cloned implements Cloneable {
    private int[] items = {};

    @Override
    public Cloned clone() throws CloneNotSupportedException {
        Cloned copy = (Cloned) super.clone();
        copy.items = items.clone();
        return copy;
    }
}

class ClonedBadly implements Cloneable {
    private int[] items = {};

    @Override
    public ClonedBadly clone() throws CloneNotSupportedException {
        ClonedBadly copy = (ClonedBadly) super.clone();
        copy.items = null;
        return copy;
    }
}

class NoMaker {
    private final String name;

    private NoMaker(String name) {
        this.name = name;
    }
}

class Made {
    private final String name;

    private Made(String name) {
        this.name = name;
    }

    static Made of(String name) {
        return name == null ? new Made("") : new Made(name);
    }
}

record Point(int x) {
    Point {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
    }
}

record Loose(int x) {
}

enum Color {
    RED(1),
    GREEN(2);

    private final int code;

    Color(int code) {
        this.code = code;
    }
}

enum Mood {
    GOOD(1),
    BAD(0);

    private final int code;

    Mood(int code) {
        this.code = code;
    }
}

class Cyclic {
    static final Cyclic FIRST = new Cyclic();
    private static final Object MODE = new Object();
    private final Object mode = MODE;
}

class Acyclic {
    private static final Object MODE = new Object();
    static final Acyclic FIRST = new Acyclic();
    private final Object mode = MODE;
}

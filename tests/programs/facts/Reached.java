import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

// Private constructors and methods that others call all the same, and fields whose names are told to those who reflect.
//
// falls: Setter: byName != null
// holds: NoSetter: byCall != null
// falls: Maker: text != null
// holds: NoMakerNamed: text != null
// falls: Told: toldElsewhere != null
// holds: NotTold: toldNowhere != null
// falls: Started: atStart != null
// holds: NotStarted: atStart != null
// falls: Created: created != null
// falls: Begun: mode != null
// holds: BegunQuietly: mode != null
class Setter {
    private Object byName = "";

    private void setByName(Object value) {
        byName = value;
    }

    void reset() {
        setByName("x");
    }

    static void spoil(Setter setter) throws ReflectiveOperationException {
        Method method = Setter.class.getDeclaredMethod("setByName", Object.class);
        method.invoke(setter, (Object) null);
    }
}

class NoSetter {
    private Object byCall = "";

    private void setByCall(Object value) {
        byCall = value;
    }

    void reset() {
        setByCall("x");
    }
}

class Maker {
    private final Object text;

    private Maker(Object text) {
        this.text = text;
    }

    static Maker make() {
        return new Maker("x");
    }
}

class NoMakerNamed {
    private final Object text;

    private NoMakerNamed(Object text) {
        this.text = text;
    }

    static NoMakerNamed make() {
        return new NoMakerNamed("x");
    }
}

class Told {
    private Object toldElsewhere = "";
}

class NotTold {
    private Object toldNowhere = "";
}

class Reflecting {
    static void set(Object object, String name, Object value) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    static <T> T make(Class<T> type) throws ReflectiveOperationException {
        Constructor<T> constructor = type.getDeclaredConstructor(Object.class);
        constructor.setAccessible(true);
        return constructor.newInstance((Object) null);
    }
}

class Elsewhere {
    static void spoil(Told told) throws ReflectiveOperationException {
        Reflecting.set(told, "toldElsewhere", null);
    }

    static Maker make() throws ReflectiveOperationException {
        return Reflecting.make(Maker.class);
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Start {
}

class Started {
    private Object atStart = "";

    @Start
    private void start(Object value) {
        atStart = value;
    }

    void restart() {
        start("x");
    }
}

class NotStarted {
    private Object atStart = "";

    @Deprecated
    private void start(Object value) {
        atStart = value;
    }

    void restart() {
        start("x");
    }
}

class Created {
    private final Object created;

    @Start
    private Created(Object value) {
        created = value;
    }

    static Created of() {
        return new Created("x");
    }
}

// An interface with a default method is initialised before the class, and makes one of its objects.
interface Begins {
    Object FIRST = Begun.make();

    default void nothing() {
    }
}

class Begun implements Begins {
    private static final Object MODE = new Object();
    private final Object mode = MODE;

    static Begun make() {
        return new Begun();
    }
}

interface BeginsNothing {
    default void nothing() {
    }
}

class BegunQuietly implements BeginsNothing {
    private static final Object MODE = new Object();
    private final Object mode = MODE;

    static BegunQuietly make() {
        return new BegunQuietly();
    }
}

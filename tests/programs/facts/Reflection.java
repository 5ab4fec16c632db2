import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

// What reaches fields and methods by their names, and streams that are read by hand.
//
// falls: NamedElsewhere: secret != null
// holds: NotNamed: hidden != null
// falls: CalledByName: name != null
// holds: NotCalledByName: name != null
// falls: MadeByName: name != null
// falls: ReadByHand: rest != null
// holds: ReadByHand: name != null
// falls: ReadPerhaps: rest != null
// holds: ReadWell: rest != null
class NamedElsewhere {
    private String secret = "";
}

class NotNamed {
    private String hidden = "";
}

class Names {
    static final String WHICH = "secret";

    static void spoil(NamedElsewhere object) throws ReflectiveOperationException {
        Fields.set(object, "secret", null);
    }
}

class Fields {
    static void set(Object object, String name, Object value) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }
}

class CalledByName {
    private String name = "";

    private void change(String name) {
        this.name = name;
    }

    void fine() {
        change("fine");
    }

    static void spoil(CalledByName object) throws ReflectiveOperationException {
        Method method = CalledByName.class.getDeclaredMethod("change", String.class);
        method.invoke(object, (Object) null);
    }
}

class NotCalledByName {
    private String name = "";

    private void alter(String name) {
        this.name = name;
    }

    void fine() {
        alter("fine");
    }
}

class MadeByName {
    private final String name;

    private MadeByName(String name) {
        this.name = name;
    }

    static MadeByName make() {
        return new MadeByName("made");
    }

    static MadeByName spoil() throws ReflectiveOperationException {
        Constructor<MadeByName> constructor = MadeByName.class.getDeclaredConstructor(String.class);
        return constructor.newInstance((Object) null);
    }
}

class ReadByHand implements Serializable {
    private String name = "";
    private String rest = "";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        String read = in.readUTF();
        name = read == null ? "" : read;
    }
}

class ReadPerhaps implements Serializable {
    private String rest = "";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        if (in.readBoolean()) {
            in.defaultReadObject();
        }
    }
}

class ReadWell implements Serializable {
    private String rest = "";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        in.readInt();
    }
}

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

// A class that reads its objects from streams itself: its fields are zero until it tells the stream to set them.
//
// falls: Skipped: name != null
// falls: ByHand: name != null
// holds: Whole: name != null
// holds: Helped: name != null
// falls: Half: name != null
// falls: Swallowed: name != null
// falls: ShownEarly: name != null
// falls: ShownEarly: name never changes
// holds: ShownLate: name never changes
// holds: ShownLate: name != null
// falls: Chosen: other != null
// falls: Found: other != null
class Skipped implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) {
    }
}

class ByHand implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        ObjectInputStream.GetField fields = in.readFields();
        name = (String) fields.get("name", null);
    }
}

class Whole implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
    }
}

class Helped implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        read(in);
    }

    private static void read(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
    }
}

class Half implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        if (in.available() > 0) {
            in.defaultReadObject();
        }
    }
}

class Swallowed implements Serializable {
    private String name = "x";

    private void readObject(ObjectInputStream in) {
        try {
            in.defaultReadObject();
        } catch (IOException | ClassNotFoundException e) {
            System.out.println(e);
        }
    }
}

class ShownEarly implements Serializable {
    static final List<Object> SEEN = new ArrayList<>();
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        SEEN.add(this);
        in.defaultReadObject();
    }
}

class ShownLate implements Serializable {
    static final List<Object> SEEN = new ArrayList<>();
    private String name = "x";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        SEEN.add(this);
    }
}

class Chosen implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {
        new ObjectStreamField("name", String.class),
    };
    private String name = "x";
    private String other = "y";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        other = "z";
        in.defaultReadObject();
        if (name != null) {
            other = null;
        }
    }
}

// Who reads is not known: the fields may be set afterwards.
class Found implements Serializable {
    interface Reader {
        void read(ObjectInputStream in) throws IOException, ClassNotFoundException;
    }

    static Reader reader = ObjectInputStream::defaultReadObject;
    private String name = "x";
    private String other = "y";

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        other = "z";
        reader.read(in);
        if (name != null) {
            other = null;
        }
    }
}

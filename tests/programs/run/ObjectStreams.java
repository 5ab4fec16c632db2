// Serialization: graphs with cycles, transient fields, hooks, records, enums, and what is refused.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

public class ObjectStreams {
    enum Color { RED, GREEN }

    record Point(int x, String label) implements Serializable {
    }

    static class Base {
        int fromBase;

        Base() {
            fromBase = 42;
        }
    }

    static class Node extends Base implements Serializable {
        private static final long serialVersionUID = 7;
        String name;
        Node next;
        transient int cache = 99;
        Color color = Color.GREEN;
        double[] numbers = {1.5, -0.0};
        int restored;

        Node(String name) {
            this.name = name;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(name.length());
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            restored = in.readInt();
        }
    }

    static final class Single implements Serializable {
        static final Single INSTANCE = new Single();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    static Object copy(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        System.out.print(bytes.size() + ": ");
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node first = new Node("first");
        first.next = new Node("second");
        first.next.next = first;
        first.fromBase = 1;
        Node read = (Node) copy(first);
        System.out.println(read.name + read.next.name + (read.next.next == read) + read.cache + read.color + read.fromBase
                + read.numbers[1] + read.restored);
        System.out.println(copy(new Point(3, "p")));
        System.out.println(copy(Single.INSTANCE) == Single.INSTANCE);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", new ArrayList<>(List.of(1, 2L, 'c')));
        map.put("set", new TreeSet<>(List.of("b", "a")));
        map.put("enums", new EnumMap<>(Map.of(Color.RED, 1)));
        map.put("big", new java.math.BigDecimal("1.50"));
        map.put("date", java.time.LocalDate.of(2024, 2, 29));
        System.out.println(copy(map));
        try {
            copy(List.of(new Object()));
        } catch (NotSerializableException e) {
            System.out.println(e);
        }
    }
}

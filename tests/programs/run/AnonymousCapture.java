// Anonymous classes capture locals, parameters and the outer object.
public class AnonymousCapture {
    interface Counter {
        int next();
    }

    int base = 100;

    Counter from(int start, int step) {
        return new Counter() {
            int at = start;

            public int next() {
                at += step;
                return base + at;
            }
        };
    }

    public static void main(String[] args) {
        AnonymousCapture outer = new AnonymousCapture();
        Counter a = outer.from(0, 1);
        Counter b = outer.from(10, 5);
        System.out.println(a.next() + " " + a.next() + " " + b.next());
        outer.base = 0;
        System.out.println(a.next() + " " + b.next());
        System.out.println(a.getClass().getName() + " " + (a.getClass() == b.getClass()));
    }
}

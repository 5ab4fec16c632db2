/** Every construct of the contract language once, verified; `mutations.txt` breaks each of them. */
class Constructs {
    int value;
    int other;
    Constructs next;
    final int id;
    static int made;
    //@ ghost seq<int> history;

    /*@
      predicate cell() = acc(value);

      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());

      pure int look()
          requires cell();
          = opening cell() in value;

      pure int sum()
          requires acc(value) && acc(other);
          = value + (dropping other in justValue());

      pure int justValue()
          requires acc(value);
          = value;

      pure static int factorial(int n)
          requires n >= 0;
          ensures result >= 1;
          decreases n;
          = n == 0 ? 1 : n * factorial(n - 1);
    @*/

    //@ requires acc(made) && made < 2147483647;
    //@ ensures acc(value) && acc(other) && acc(next) && acc(history) && acc(made);
    //@ ensures this.id == id && value == 0 && made == old(made) + 1;
    Constructs(int id) {
        this.id = id;
        made++;
    }

    //@ requires cell();
    //@ ensures cell() && look() == 4;
    void opensAndCloses() {
        //@ open cell();
        value = 4;
        //@ close cell();
    }

    //@ requires acc(cell(), 1/2);
    //@ ensures acc(cell(), 1/2) && result == look();
    int readsAShare() {
        //@ open acc(cell(), 1/2);
        int out = value;
        //@ close acc(cell(), 1/2);
        return out;
    }

    //@ requires acc(value) && acc(other);
    //@ ensures acc(value) && acc(other) && sum() == 2 * value;
    void drops() {
        other = 9;
    }

    //@ ensures result == factorial(3);
    static int uses() {
        //@ use factorial(3);
        //@ use factorial(2);
        //@ use factorial(1);
        //@ use factorial(0);
        return 6;
    }

    //@ requires acc(value) && acc(next) && (next != null ==> next.list());
    //@ ensures acc(value) && acc(next) && (next != null ==> next.list());
    //@ ensures untouched(acc(next) && (next != null ==> next.list()));
    void leavesTheRest() {
        value = 1;
    }

    //@ requires acc(value);
    //@ ensures acc(value) && (let before = old(value) in before < 10 ==> value == before + 1);
    void lets() {
        value++;
    }

    //@ requires acc(value) && acc(history) && history.length == 0;
    //@ ensures acc(value) && acc(history) && history == seq(v) && value == v;
    void records(int v) {
        value = v;
        //@ history = history + seq(v);
    }

    //@ given int bound;
    //@ requires x <= bound && bound < 100;
    //@ ensures result <= bound + 1;
    static int ghostParameter(int x) {
        return x + 1;
    }

    //@ ensures result <= 8;
    static int givesIt() {
        return ghostParameter(3) /*@ with bound = 7 @*/;
    }

    //@ ensures result ==> (forall int i; 0 <= i && i < 3 ==> n + i >= 5);
    static boolean quantifies(int n) {
        return n > 4;
    }

    //@ requires acc(a[..], 1/2) && a.length > 0 && a[0] == 4;
    //@ ensures acc(a[..], 1/2) && (exists int i; 0 <= i && i < a.length && a[i] == result);
    static int finds(int[] a) {
        //@ assert a[0] == 4;
        return 4;
    }

    //@ requires s != null && acc(s.value, 1/3);
    //@ ensures acc(s.value, 1/3) && result == (s.value == 0);
    static boolean third(Constructs s) {
        return s.value == 0;
    }

    //@ signals (IllegalArgumentException e) n < 0;
    //@ ensures n >= 0 && result == n;
    static int signals(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return n;
    }

    //@ ensures result == (n < 0 ? -1 : n);
    static int catches(int n) {
        try {
            return signals(n);
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures result == n * (n + 1) / 2;
    static int counts(int n) {
        int sum = 0;
        int i = 0;
        do {
            //@ invariant 0 <= i && i <= n && 2 * sum == i * (i + 1) && 0 <= sum && sum <= 1000 * i;
            //@ decreases n - i + 1;
            if (i == n) {
                break;
            }
            i++;
            sum += i;
        } while (true);
        return sum;
    }

    //@ requires 0 <= n;
    //@ ensures result == n / 2 || result == n / 2 + 1;
    static int everySecond(int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            //@ invariant 0 <= i && i <= n && 0 <= count && (2 * count == i || 2 * count == i + 1);
            //@ decreases n - i;
            if (i % 2 == 1) {
                continue;
            }
            count++;
        }
        return count;
    }

    //@ ensures result == (c >= 'a' && c <= 'z');
    static boolean isSmall(char c) {
        switch (c) {
            case 'a':
            case 'z':
                return true;
            default:
                return 'a' < c && c < 'z';
        }
    }

    //@ requires -1000 <= x && x <= 1000;
    //@ ensures result == x * 3000000000;
    static long wide(int x) {
        return x * 3000000000L;
    }

    //@ ensures result == "yes" || result == "no";
    static String literal(boolean b) {
        return b ? "yes" : "no";
    }

    //@ trusted
    //@ ensures result >= 0;
    static int trusted() {
        return 1;
    }

    //@ ensures result >= 0;
    static int trusts() {
        return trusted();
    }

    //@ given seq<int> s;
    //@ given int x, y;
    //@ requires s.length > 1;
    //@ ensures s[..1] + s[1..] == s && s.update(0, x)[0] == x;
    //@ ensures set(x, y).contains(x) && multiset(x).count(x) == 1;
    //@ ensures result == 0;
    static int collections() {
        return 0;
    }

    //@ requires 0 <= n;
    //@ ensures result == 0;
    //@ decreases n;
    static int recursion(int n) {
        return n == 0 ? 0 : recursion(n - 1);
    }
}

class Derived extends Constructs {
    //@ requires acc(made) && made < 2147483647;
    //@ ensures acc(value) && acc(other) && acc(next) && acc(history) && acc(made) && value == 5;
    Derived() {
        super(1);
        value = 5;
    }

    //@ requires acc(value);
    //@ ensures acc(value) && (let before = old(value) in before < 10 ==> value == before + 1);
    void lets() {
        super.lets();
    }
}

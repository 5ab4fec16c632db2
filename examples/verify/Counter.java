/** A counter: who may change it must own its field. */
class Counter {
    private int value;

    //@ ensures acc(value) && value == 0;
    Counter() {
        value = 0;
    }

    //@ requires acc(value) && value < 2147483647;
    //@ ensures acc(value) && value == old(value) + 1;
    void increment() {
        value = value + 1;
    }

    //@ pure
    //@ requires acc(value);
    //@ ensures result == value;
    int get() {
        return value;
    }

    //@ requires acc(value) && 0 <= n && value + n <= 2147483647;
    //@ ensures acc(value) && value == old(value) + n;
    void add(int n) {
        int i = 0;
        while (i < n) {
            //@ invariant acc(value) && 0 <= i && i <= n && value == old(value) + i;
            //@ decreases n - i;
            increment();
            i++;
        }
    }

    static void twoCounters() {
        Counter one = new Counter();
        Counter two = new Counter();
        one.increment();
        one.increment();
        //@ assert one.get() == 2 && two.get() == 0;
        two.add(5);
        //@ assert one.get() == 2 && two.value == 5;
    }
}

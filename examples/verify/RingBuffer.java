/** A bounded queue over an array, first in, first out. */
class RingBuffer {
    private int[] items;
    private int first;
    private int count;

    /*@ predicate buffer(int n, int capacity) = acc(items) && acc(first) && acc(count) && acc(items[..])
          && items.length == capacity && 0 < capacity
          && 0 <= first && first < capacity && 0 <= count && count <= capacity && count == n; @*/

    //@ requires 0 < capacity;
    //@ ensures buffer(0, capacity);
    RingBuffer(int capacity) {
        items = new int[capacity];
        //@ close buffer(0, capacity);
    }

    //@ given int n, capacity;
    //@ requires buffer(n, capacity) && n < capacity && capacity <= 1000000;
    //@ ensures buffer(n + 1, capacity);
    void put(int value) {
        //@ open buffer(n, capacity);
        int at = (first + count) % items.length;
        items[at] = value;
        count++;
        //@ close buffer(n + 1, capacity);
    }

    //@ given int n, capacity;
    //@ requires buffer(n, capacity) && 0 < n;
    //@ ensures buffer(n - 1, capacity);
    int take() {
        //@ open buffer(n, capacity);
        int value = items[first];
        first = first + 1 == items.length ? 0 : first + 1;
        count--;
        //@ close buffer(n - 1, capacity);
        return value;
    }
}

/** A bounded queue over an array: what comes out is what went in first. */
class RingBuffer {
    private int[] items;
    private int first;
    private int count;

    /*@
      pure static int wrapped(int k, int capacity) = k < capacity ? k : k - capacity;

      predicate buffer(seq<int> contents, int capacity) = acc(items) && acc(first) && acc(count) && acc(items[..])
          && items.length == capacity && 0 < capacity
          && 0 <= first && first < capacity && 0 <= count && count <= capacity && count == contents.length
          && (forall int i; 0 <= i && i < contents.length ==> items[wrapped(first + i, capacity)] == contents[i]);
    @*/

    //@ requires 0 < capacity;
    //@ ensures buffer(seq<int>(), capacity);
    RingBuffer(int capacity) {
        items = new int[capacity];
        //@ close buffer(seq<int>(), capacity);
    }

    //@ given seq<int> contents;
    //@ given int capacity;
    //@ requires buffer(contents, capacity) && contents.length < capacity && capacity <= 1000000;
    //@ ensures buffer(contents + seq(value), capacity);
    void put(int value) {
        //@ open buffer(contents, capacity);
        int at = first + count < items.length ? first + count : first + count - items.length;
        items[at] = value;
        count++;
        //@ close buffer(contents + seq(value), capacity);
    }

    //@ given seq<int> contents;
    //@ given int capacity;
    //@ requires buffer(contents, capacity) && 0 < contents.length;
    //@ ensures buffer(contents[1..], capacity) && result == contents[0];
    int take() {
        //@ open buffer(contents, capacity);
        int value = items[first];
        first = first + 1 == items.length ? 0 : first + 1;
        count--;
        //@ close buffer(contents[1..], capacity);
        return value;
    }

    static void example() {
        RingBuffer buffer = new RingBuffer(2);
        buffer.put(7) /*@ with contents = seq<int>(), capacity = 2 @*/;
        buffer.put(8) /*@ with contents = seq<int>() + seq(7), capacity = 2 @*/;
        int out = buffer.take() /*@ with contents = seq<int>() + seq(7) + seq(8), capacity = 2 @*/;
        //@ assert out == 7;
    }
}

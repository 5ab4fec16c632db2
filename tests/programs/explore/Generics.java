// run: explore --heap all
// safe: Generics.unbox Generics.nested Generics.inner Generics.below Generics.elements Generics.fixed Generics.wildcard Generics.two
class Generics {
    static class Box<T> {
        T value;
        Box<T> next;

        T get() {
            return value;
        }
    }

    static class Chain<T> {
        class Node {
            T value;
        }

        Node head;
    }

    static abstract class Shape<T> {
    }

    static class Round<U> extends Shape<U> {
        U radius;
    }

    static class Bag<T> {
        T[] items;
    }

    static class Count extends Box<Integer> {
    }

    static int unbox(Box<Integer> box) {
        return box == null || box.get() == null ? 0 : box.get() + 1;
    }

    static int nested(Box<Box<Integer>> box) {
        if (box == null || box.next == null || box.next.value == null || box.next.value.value == null) return 0;
        return box.next.value.value;
    }

    static boolean inner(Chain<String> chain) {
        return chain != null && chain.head != null && chain.head.value != null && chain.head.value.isEmpty();
    }

    static boolean below(Shape<String> shape) {
        return shape instanceof Round<String> round && round.radius != null && round.radius.isEmpty();
    }

    static int elements(Bag<Integer> bag) {
        if (bag == null || bag.items == null) return 0;
        Object[] items = bag.items;
        return items.length > 0 && items[0] != null ? (Integer) items[0] : 0;
    }

    static int fixed(Count count) {
        return count == null || count.value == null ? 0 : count.value;
    }

    static int wildcard(Box<? extends Number> box) {
        return box == null || box.value == null ? 0 : ((Object) box.value) instanceof Number ? 1 : 2;
    }

    static int two(Box<Integer> number, Box<String> text) {
        if (number == null || text == null || text.value == null || number.value == null) return 0;
        return number.value + text.value.length();
    }

    @SuppressWarnings("rawtypes")
    static int raw(Box box) {
        return box == null || box.value == null ? 0 : (Integer) box.value; //~ ClassCastException
    }

    static int other(Box<Object> box) {
        return box == null || box.value == null ? 0 : (Integer) box.value; //~ ClassCastException
    }
}

// A generic linked stack with an iterator.

import java.util.*;

public class GenericStack {
    static class Stack<T> implements Iterable<T> {
        private record Node<T>(T item, Node<T> below) {}

        private Node<T> top;

        void push(T item) {
            top = new Node<>(item, top);
        }

        T pop() {
            if (top == null) throw new NoSuchElementException("empty stack");
            T item = top.item();
            top = top.below();
            return item;
        }

        public Iterator<T> iterator() {
            return new Iterator<>() {
                Node<T> at = top;

                public boolean hasNext() {
                    return at != null;
                }

                public T next() {
                    T item = at.item();
                    at = at.below();
                    return item;
                }
            };
        }
    }

    public static void main(String[] args) {
        Stack<String> stack = new Stack<>();
        for (String word : "a b c".split(" ")) stack.push(word);
        for (String word : stack) System.out.println(word);
        System.out.println(stack.pop() + stack.pop() + stack.pop());
        stack.pop();
    }
}

// run: explore --heap all
// safe: Overflows.shallow
class Overflows {
    static class Node { Node next; }

    static int factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1); //~ StackOverflowError
    }

    static int length(Node list) {
        return list == null ? 0 : 1 + length(list.next); //~ StackOverflowError
    }

    static int shallow(int n) {
        return n <= 0 || n > 3 ? 0 : 1 + shallow(n - 1);
    }
}

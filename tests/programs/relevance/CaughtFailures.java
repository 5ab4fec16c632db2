// unknown: CaughtFailures.deep(int)
// unknown: CaughtFailures.large(int)
// unknown: CaughtFailures.narrow(Object[])
// unknown: CaughtFailures.last(int)
// A stack that overflows, memory that runs out and a refused element are caught: what the handlers do is relevant, and is not followed.
// A handler that gives a lock back does nothing else.
class CaughtFailures {
    static int depth(int n) {
        return n <= 0 ? 0 : 1 + depth(n - 1);
    }

    static int deep(int n) {
        try {
            return depth(n);
        } catch (StackOverflowError e) {
            return 5;
        }
    }

    static int large(int n) {
        try {
            return new int[n].length;
        } catch (OutOfMemoryError e) {
            return 5;
        }
    }

    static int narrow(Object[] values) {
        try {
            values[0] = "x";
            return 1;
        } catch (ArrayStoreException e) {
            return 5;
        }
    }

    static int last(int n) {
        int reached = 1;
        try {
            reached = 2;
            depth(n);
            reached = 3;
        } catch (Throwable e) {
            return reached;
        }
        return 0;
    }

    static int locked(Object[] values) {
        int unused = 3;                     //~ irrelevant
        synchronized (values) {
            values[0] = "x";
        }
        return 0;
    }
}

import java.util.ArrayList;

/**
 * Loops that no bound on paths is enough for. What stands above a method is what is true of it: `safe` (and a graph shows it), `fails`,
 * or `open`: it depends on code that nobody has seen.
 */
class Unfailing {
    static int changed = 1;
    static final int[] TABLE = {1, 2, 3};

    //: safe
    static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    //: safe
    static int sumOfList(Cell list) {
        int sum = 0;
        for (Cell cell = list; cell != null; cell = cell.next) {
            sum += cell.value;
        }
        return sum;
    }

    //: fails
    static int twoNames(Cell a, Cell b) {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            a.value = 1;
            b.value = 0;
            sum += 6 / a.value;
        }
        return sum;
    }

    //: fails
    static int twoNamesOfOneArray(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.length && i < b.length; i++) {
            a[i] = 1;
            b[i] = 0;
            sum += 6 / a[i];
        }
        return sum;
    }

    //: fails
    static int changedOnTheWay(Cell a, Cell b) {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            if (a.data == null) return 0;
            b.data = null;
            sum += a.data.length;
        }
        return sum;
    }

    //: fails
    static int leftByFinally(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += 10 / (i - 12);
            } finally {
                sum++;
            }
        }
        return sum;
    }

    //: safe
    static int swallowedByFinally(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += 10 / (i - 12);
            } finally {
                continue;
            }
        }
        return sum;
    }

    //: safe
    static int caught(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += 10 / (i - 12);
            } catch (ArithmeticException expected) {
                sum++;
            }
        }
        return sum;
    }

    //: fails
    static int failsWhereItIsCaught(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i == 13) throw new RuntimeException();
            } catch (Throwable thrown) {
                sum = thrown.getMessage().length();
            }
        }
        return sum;
    }

    //: fails
    static int initialiser(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i == 15) sum += Broken.number();
        }
        return sum;
    }

    //: fails
    static int initialiserTwice(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += Broken.number();
            } catch (ExceptionInInitializerError once) {
                sum++;
            }
        }
        return sum;
    }

    //: fails
    static int indexOverflows(int[] a, int start) {
        if (start < 0) return 0;
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            int at = start + i;
            if (at < a.length) sum += a[at];
        }
        return sum;
    }

    //: fails
    static int productOverflows(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i * i < 0) throw new IllegalStateException();
            sum += i;
        }
        return sum;
    }

    //: safe
    static int characterAsIndex(int[] a, int n) {
        if (a.length < 65536) return 0;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[(char) i];
        }
        return sum;
    }

    //: fails
    static int byteAsIndex(int[] a, int n) {
        if (a.length < 200) return 0;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[(byte) i];
        }
        return sum;
    }

    //: safe
    static int shiftAsIndex(int[] a, int n) {
        if (a.length < 32) return 0;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[(1 << i) >>> 27];
        }
        return sum;
    }

    //: fails
    static int remainderAsIndex(int[] a, int n) {
        if (a.length == 0) return 0;
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += a[(n + i) % a.length];
        }
        return sum;
    }

    //: fails
    static int leastNumber(int n) {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            if (Math.abs(n + i) < 0) sum = 1 / 0;
        }
        return sum;
    }

    //: fails
    static int overridden(Plain plain, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += plain.get(i);
        }
        return sum;
    }

    //: open
    static int implementedElsewhere(Shape shape, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += shape.area();
        }
        return sum;
    }

    //: open
    static void callback(Runnable code, int n) {
        for (int i = 0; i < n; i++) {
            code.run();
        }
    }

    //: open
    static int hashes(Object object, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += object.hashCode();
        }
        return sum;
    }

    //: open
    static void threads(int n) {
        for (int i = 0; i < n; i++) {
            new Thread(() -> { throw new IllegalStateException(); }).start();
        }
    }

    static int deep(int n) {
        return n <= 0 ? 0 : 1 + deep(n - 1);
    }

    //: fails
    static int stackIsFull(int n) {
        try {
            return deep(n);
        } catch (StackOverflowError full) {
            return 1 / changed;
        }
    }

    //: fails
    static void refused(Object[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = "text";
        }
    }

    //: fails
    static int negativeSize(int n) {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += new int[n - i].length;
        }
        return sum;
    }

    //: fails
    static int casts(Object[] cells) {
        int sum = 0;
        for (Object cell : cells) {
            if (cell != null) sum += ((String) cell).length();
        }
        return sum;
    }

    //: fails
    static void asserted(int n) {
        for (int i = 0; i < n; i++) {
            assert i != 14;
        }
    }

    //: fails
    static int changedByOthers(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 5 / changed;
        }
        return sum;
    }

    //: fails
    static int cellsChangedByOthers(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 6 / TABLE[i % 3];
        }
        return sum;
    }

    //: safe
    static int lengthOfConstant(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += TABLE[i % 3];
        }
        return sum;
    }

    //: fails
    static void notANumber(double x, int n) {
        for (int i = 0; i < n; i++) {
            if (x != x && i > 12) throw new IllegalStateException();
        }
    }

    //: safe
    static int parses(String text, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += Integer.parseInt(text);
            } catch (NumberFormatException expected) {
                sum--;
            }
        }
        return sum;
    }

    //: fails
    static int parsesAnything(String text, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Integer.parseInt(text);
        }
        return sum;
    }

    //: safe
    static int shorter(String text) {
        if (text == null) return 0;
        int count = 0;
        while (!text.isEmpty()) {
            text = text.substring(1);
            count++;
        }
        return count;
    }

    //: fails
    static int tooShort(String text) {
        int count = 0;
        while (text.length() != 1) {
            text = text.substring(1);
            count++;
        }
        return count;
    }

    //: fails
    static void interrupted(int n) {
        for (int i = 0; i < n; i++) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException other) {
                throw new IllegalStateException(other);
            }
        }
    }

    //: fails
    static void changedWhileRead(int n) {
        ArrayList<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        for (Integer number : list) {
            if (number == 12) list.remove(number);
        }
    }
}

class Cell {
    int value;
    Cell next;
    int[] data;
}

class Broken {
    static int made = 1 / Integer.parseInt("0");

    static int number() {
        return 1;
    }
}

interface Shape {
    int area();
}

class Plain {
    int get(int i) {
        return i;
    }
}

class Special extends Plain {
    @Override
    int get(int i) {
        if (i == 30) throw new UnsupportedOperationException();
        return i;
    }
}

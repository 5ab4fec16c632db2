// args: --method Handlers.which --method Handlers.deep --method Handlers.indexed --relevant return
// Which exception it is says which handler runs; a method that calls itself may catch what it throws.
class Handlers {
    static class Left extends RuntimeException {
    }

    static class Right extends RuntimeException {
    }

    static void pick(int x) {
        if (x == 0) {
            return;
        }
        RuntimeException thrown;
        if (x > 0) {
            thrown = new Left();
        } else {
            thrown = new Right();
        }
        throw thrown;
    }

    static int which(int x) {
        int out = 7;
        try {
            pick(x);
        } catch (Left e) {
            out = 1;
        } catch (Right e) {
            out = 2;
        }
        return out;
    }

    static int deep(int a, int b, boolean again) {
        int lost = a / b;                               //~ part lost =
        if (again) {
            try {
                deep(a, b - 1, false);
            } catch (ArithmeticException e) {
                return 5;
            }
        }
        return 1;
    }

    static int indexed(String s, int x) {
        int i = x * 2;
        try {
            s.charAt(i);
        } catch (StringIndexOutOfBoundsException e) {
            return 1;
        }
        return 2;
    }
}

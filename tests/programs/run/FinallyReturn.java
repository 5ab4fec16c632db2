// A return in finally overrides returns and exceptions.
public class FinallyReturn {
    @SuppressWarnings("finally")
    static int overrides() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 1;
        }
    }

    static int keeps() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
        }
    }

    @SuppressWarnings("finally")
    static int loop() {
        int n = 0;
        while (true) {
            try {
                return n;
            } finally {
                if (n++ < 5) continue;
                break;
            }
        }
        return n * 100;
    }

    public static void main(String[] args) {
        System.out.println(overrides());
        System.out.println(keeps());
        System.out.println(loop());
    }
}

// assert: FALSE, Main.java:10
// exceptions: FALSE, Main.java:12

/** What fails in another thread has failed, though `main` ends well. */
public class Main {
    static int cell = 1;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert cell == 2;
        });
        Thread third = new Thread(() -> cell /= cell - cell);
        other.start();
        other.join();
        third.start();
        third.join();
    }
}

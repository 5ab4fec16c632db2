// Scanner and BufferedReader on standard input.
import java.util.*;
class ScannerInput {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0;
        for (int i = 0; i < n; i++) sum += in.nextLong();
        in.nextLine();
        System.out.println(sum + " [" + in.nextLine() + "]");
        while (in.hasNext()) {
            if (in.hasNextInt()) System.out.println("int " + in.nextInt());
            else if (in.hasNextDouble()) System.out.println("double " + in.nextDouble());
            else System.out.println("word " + in.next());
        }
        try { in.next(); } catch (NoSuchElementException e) { System.out.println("end"); }
    }
}

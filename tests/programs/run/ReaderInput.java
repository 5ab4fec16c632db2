// BufferedReader on standard input, tokens, parsing failures.
import java.io.*;
import java.util.*;
class ReaderInput {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        int number = 0;
        while ((line = in.readLine()) != null) {
            StringTokenizer tokens = new StringTokenizer(line);
            while (tokens.hasMoreTokens()) {
                String t = tokens.nextToken();
                try { number += Integer.parseInt(t); } catch (NumberFormatException e) { System.out.println("skip " + t); }
            }
        }
        System.out.println(number);
        System.err.println("done");
    }
}

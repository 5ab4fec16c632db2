// Longest common subsequence and edit distance.
public class DynamicProgramming {
    static String common(String a, String b) {
        int[][] best = new int[a.length() + 1][b.length() + 1];
        for (int i = a.length() - 1; i >= 0; i--) {
            for (int j = b.length() - 1; j >= 0; j--) {
                best[i][j] = a.charAt(i) == b.charAt(j) ? 1 + best[i + 1][j + 1] : Math.max(best[i + 1][j], best[i][j + 1]);
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0, j = 0; i < a.length() && j < b.length(); ) {
            if (a.charAt(i) == b.charAt(j)) {
                text.append(a.charAt(i++));
                j++;
            } else if (best[i + 1][j] >= best[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return text.toString();
    }

    public static void main(String[] args) {
        System.out.println(common("AGGTAB", "GXTXAYB"));
        System.out.println(common("programming", "gaming") + "|" + common("", "x"));
    }
}

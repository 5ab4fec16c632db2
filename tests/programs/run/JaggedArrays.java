// Jagged and partly allocated arrays.
public class JaggedArrays {
    public static void main(String[] args) {
        int[][] triangle = new int[5][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
        }
        for (int[] row : triangle) {
            for (int x : row) System.out.print(x + " ");
            System.out.println();
        }
        int[][][] cube = new int[2][3][];
        System.out.println(cube[1].length + " " + cube[1][2]);
        int[] mixed[] = {{1}, {}, null};
        System.out.println(mixed.length + " " + mixed[1].length + " " + mixed[2]);
        String[][] names = new String[2][2];
        System.out.println(names[1][1]);
        System.out.println(triangle[2][3]);
    }
}

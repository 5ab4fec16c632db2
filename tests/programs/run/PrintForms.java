// The overloads of print, println, printf and System.err.
public class PrintForms {
    public static void main(String[] args) {
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(1.5f);
        System.out.print(2.5);
        System.out.print(true);
        System.out.print((String) null);
        System.out.print((Object) null);
        System.out.println();
        System.out.println(new char[] {'a', 'b'});
        System.out.printf("%s %d%n", "x", 5).append("appended").append('!').println();
        System.out.write(65);
        System.out.flush();
        System.err.println("an error");
        System.err.print(42);
    }
}

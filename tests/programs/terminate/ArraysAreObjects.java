// method: ArraysAreObjects.method
// expect java: terminates
// expect unbounded: terminates
// Example of Sect. 2.1: an array of arrays of strings is an Object, an Object[] and an Object[][], an array of numbers only an
// Object, and every array is Cloneable.
class ArraysAreObjects {
    static void method(boolean which) {
        Object strings = new String[1][1];
        Object numbers = new int[1];
        Object one = which ? strings : numbers;
        while (!(strings instanceof Object[][] && strings instanceof Object[])) {
        }
        while (numbers instanceof Object[]) {
        }
        while (!(one instanceof Cloneable)) {
        }
        while (one instanceof Object[] != which) {
        }
    }
}

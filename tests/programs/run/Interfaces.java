// Interface dispatch, default, static and private interface methods, diamond resolution.
import java.util.function.*;
class Interfaces {
    interface A { default String who() { return "A"; } static String util() { return "static"; } }
    interface B extends A { default String who() { return "B" + helper(); } private String helper() { return "h"; } }
    interface C extends A { default String who() { return "C"; } }
    static class D implements B, C { public String who() { return B.super.who() + C.super.who(); } }
    static class E implements A {}
    static abstract class Animal { abstract String sound(); public String toString() { return getClass().getSimpleName() + ":" + sound(); } }
    static class Dog extends Animal { String sound() { return "woof"; } }
    static class Puppy extends Dog { String sound() { return super.sound() + "!"; } }
    static String over(Object o) { return "object"; }
    static String over(String s) { return "string"; }
    static String over(Integer i) { return "integer"; }
    static String over(long l) { return "long"; }
    static String over(int... is) { return "varargs" + is.length; }
    public static void main(String[] args) {
        System.out.println(new D().who() + new E().who() + A.util());
        for (Animal a : new Animal[] {new Dog(), new Puppy()}) System.out.println(a);
        Object s = "x";
        System.out.println(over(s) + over("x") + over(1) + over((Integer) 1) + over() + over(1, 2) + over('c'));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> x * 2).apply(3, 4));
    }
}

// run: explore --heap all
// safe: Casts.checked Casts.up Casts.pattern
class Casts {
    static class Animal {}
    static class Cat extends Animal { int lives; }
    static class Dog extends Animal {}

    static int down(Animal a) {
        return ((Cat) a).lives; //~ ClassCastException
    }

    static int checked(Animal a) {
        return a instanceof Cat ? ((Cat) a).lives : 0;
    }

    static Animal up(Cat c) {
        Object o = c;
        return (Animal) o;
    }

    static int pattern(Animal a) {
        return a instanceof Cat c ? c.lives : 0;
    }
}

// An override may return a subclass, also through the old signature.
public class CovariantReturn {
    static class Animal {
        Animal self() {
            return this;
        }

        public String toString() {
            return "animal";
        }
    }

    static class Cat extends Animal {
        @Override
        Cat self() {
            return this;
        }

        public String toString() {
            return "cat";
        }

        String purr() {
            return "purr";
        }
    }

    public static void main(String[] args) {
        Animal animal = new Cat();
        System.out.println(animal.self());
        System.out.println(new Cat().self().purr());
        System.out.println(new Animal().self());
    }
}

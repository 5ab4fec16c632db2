// Order of static and instance initialisation, also through constants and subclasses.
class InitOrder {
    static void say(String s) { System.out.println(s); }
    static int tell(String s, int v) { say(s); return v; }
    static class Base {
        static int X = tell("Base.X", 1);
        static { say("Base static"); }
        int i = tell("Base.i", 2);
        { say("Base instance"); }
        Base() { say("Base()"); hook(); }
        void hook() { say("Base.hook"); }
    }
    static class Derived extends Base {
        static final int CONSTANT = 42;
        static final Integer BOXED = tell("Derived.BOXED", 5);
        int j = tell("Derived.j", 3);
        Derived() { super(); say("Derived() " + j); }
        void hook() { say("Derived.hook " + j); }
    }
    interface WithDefault { int Y = tell("WithDefault.Y", 9); default void m() {} }
    interface Plain { int Z = tell("Plain.Z", 8); }
    static class Impl implements WithDefault, Plain { static { say("Impl static"); } }
    static class Lazy { static { say("never"); } static final int C = 1; static final String S = "s"; }
    static class Cyclic1 { static int A = Cyclic2.B + 1; }
    static class Cyclic2 { static int B = Cyclic1.A + 1; }
    public static void main(String[] args) {
        say("main");
        say("constant " + Derived.CONSTANT);
        new Derived();
        new Derived();
        new Impl();
        say("" + Plain.Z);
        say(Lazy.S + Lazy.C);
        Derived[] none = new Derived[1];
        say("" + Cyclic1.A + " " + Cyclic2.B);
    }
}

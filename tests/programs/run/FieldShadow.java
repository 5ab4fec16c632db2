// Fields are bound statically, methods dynamically; super; static hiding; overload vs override.
class FieldShadow {
    static class A { String f = "A.f"; static String s() { return "A.s"; } String m() { return "A.m " + f; } String over(A a) { return "A(A)"; } }
    static class B extends A { String f = "B.f"; static String s() { return "B.s"; } String m() { return "B.m " + f + super.f + " " + super.m(); } String over(B b) { return "B(B)"; } String over(A a) { return "B(A)"; } }
    static class C extends B { String m() { return "C>" + super.m(); } }
    public static void main(String[] args) {
        A a = new C(); B b = new C();
        System.out.println(a.f + " " + b.f + " " + ((A) b).f + " " + a.m());
        System.out.println(A.s() + B.s() + C.s());
        System.out.println(a.over(b) + a.over(a) + b.over(b) + b.over(a));
        System.out.println((a instanceof B) + " " + (new Object[0] instanceof Object) + " " + ((Object) new int[0][] instanceof Object[]) + " " + ((Object) new int[0] instanceof Object[]));
    }
}

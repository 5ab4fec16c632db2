/** Strings with one value and many spellings. */
class Spellings {
    //@ ensures !result; //~ postcondition.violated:assertion.false
    static boolean unicode() {
        return "B" == "\u0042";
    }

    //@ ensures !result; //~ postcondition.violated:assertion.false
    static boolean octal() {
        return "B\n" == "\102\12";
    }

    //@ ensures result == ("C" != "\103"); //~ postcondition.violated:assertion.false
    static boolean inContract() {
        return true;
    }

    //@ ensures !result;
    static boolean block() {
        return "B" == """
            B"""; //~^ unsupported-java
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean escapedBackslash() {
        return "\\u0042" == "B";
    }
}

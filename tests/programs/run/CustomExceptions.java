// Exceptions with fields, overridden messages and hierarchies of catch.
public class CustomExceptions {
    static class Failure extends Exception {
        final int code;

        Failure(int code) {
            super("code " + code);
            this.code = code;
        }
    }

    static class Fatal extends Failure {
        Fatal() {
            super(99);
        }

        @Override
        public String getMessage() {
            return "fatal, " + super.getMessage();
        }
    }

    static String attempt(int mode) {
        try {
            if (mode == 1) throw new Failure(1);
            if (mode == 2) throw new Fatal();
            if (mode == 3) throw new UnsupportedOperationException();
            return "fine";
        } catch (Fatal e) {
            return "Fatal " + e.code;
        } catch (Failure | UnsupportedOperationException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int mode = 0; mode < 4; mode++) System.out.println(attempt(mode));
        throw new Fatal();
    }
}

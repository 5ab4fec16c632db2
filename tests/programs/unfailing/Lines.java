/** Fails in one line. What does not happen in the others stands behind them. */
class Lines {
    static int run(int[] numbers, Object object, int divisor) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i]; //~ cannot throw
            if (i < 0) { //~ a branch always goes the same way
                sum = -1; //~ never reached
            }
            assert i >= 0; //~ the assertion always holds
        }
        if (object instanceof String) {
            String text = (String) object; //~ the cast cannot fail, cannot throw
            sum += text.length(); //~ cannot throw
        }
        sum += helper(sum); //~ cannot throw
        return sum / divisor;
    }

    static int helper(int sum) {
        return sum / 3;
    }
}

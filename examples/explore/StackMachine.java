/** A machine for arithmetic whose stack is a list on the heap and whose program is an array. */
public class StackMachine {
    static final int PUSH = 0, ADD = 1, MULTIPLY = 2, DIVIDE = 3, POP = 4;

    static final class Cell {
        final int value;
        final Cell below;

        Cell(int value, Cell below) {
            this.value = value;
            this.below = below;
        }
    }

    Cell top;

    public void push(int value) {
        top = new Cell(value, top);
    }

    public int pop() {
        if (top == null) {
            throw new IllegalStateException("empty stack");
        }
        int value = top.value;
        top = top.below;
        return value;
    }

    /** Executes one instruction. */
    public void step(int code, int operand) {
        switch (code) {
            case PUSH -> push(operand);
            case ADD -> push(pop() + pop());
            case MULTIPLY -> push(pop() * pop());
            case DIVIDE -> {
                int divisor = pop();
                push(pop() / divisor);
            }
            case POP -> pop();
            default -> throw new IllegalArgumentException("no such instruction");
        }
    }

    /** Executes pairs of instruction and operand. */
    public int run(int[] program) {
        for (int at = 0; at + 1 < program.length; at += 2) {
            step(program[at], program[at + 1]);
        }
        return top == null ? 0 : top.value;
    }
}

// One call site, many receivers.

import java.util.*;

public class InterfaceDispatch {
    interface Node {
        int eval();
    }

    record Leaf(int value) implements Node {
        public int eval() {
            return value;
        }
    }

    record Sum(Node left, Node right) implements Node {
        public int eval() {
            return left.eval() + right.eval();
        }
    }

    record Product(Node left, Node right) implements Node {
        public int eval() {
            return left.eval() * right.eval();
        }
    }

    public static void main(String[] args) {
        Node tree = new Sum(new Product(new Leaf(3), new Leaf(4)), new Sum(new Leaf(5),new Leaf(6)));
        System.out.println(tree.eval());
        System.out.println(new Sum(new Leaf(1), new Leaf(2)));
        List<Node> nodes = List.of(new Leaf(2), tree, () -> -1);
        int sum = 0;
        for (int i = 0; i < 30; i++) sum += nodes.get(i % 3).eval();
        System.out.println(sum);
    }
}

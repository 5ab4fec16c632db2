// args: --method Graphs.run --relevant return
// Ex. 4.1, 4.18 and 4.19: a library of graphs, used with a mistake. `from` is taken from one graph and looked for in the
// other, so nothing is ever linked to it.
// (`linked` asks for null, which the thesis' does not: to our graphs an element of a list may be null, and null is null.)
class Graphs {
    Cell nodes;

    static Graphs run(String[] argv) {
        Source.argv = argv;
        Graphs one = build();
        Graphs two = build();                           //~ part two =
        Vertex from = one.root();                       //~ irrelevant
        for (Vertex v : two.all()) {                    //~ irrelevant
            if (Vertex.linked(from, v)) {               //~ irrelevant
                one.add(v);                             //~ unreached
            }
        }
        Graphs out = one;
        return out;
    }

    static Graphs build() {
        int k = Source.draw();
        Graphs g = new Graphs();
        for (int i = 0; i < k; i++) {
            Vertex v = new Vertex(i);
            g.add(v);
        }
        int e = Source.draw();
        for (int i = 0; i < e; i++) {
            Vertex a = g.byId(Source.draw());
            Vertex b = g.byId(Source.draw());
            if (a != null && b != null) {
                a.link(b);
            }
        }
        return g;
    }

    Vertex byId(int id) {
        Cell c = nodes;
        while (c != null) {
            if (c.item.id == id) {
                return c.item;
            }
            c = c.rest;
        }
        return null;
    }

    Vertex root() {
        return this.nodes.item;                         //~ irrelevant
    }

    Cell all() {
        return nodes;                                   //~ irrelevant
    }

    void add(Vertex v) {
        this.nodes = new Cell(v, this.nodes);
    }
}

class Cell implements Iterable<Vertex> {
    Vertex item;
    Cell rest;

    Cell(Vertex item, Cell rest) {
        this.item = item;
        this.rest = rest;
    }

    public java.util.Iterator<Vertex> iterator() {
        return new java.util.Iterator<Vertex>() {       //~ irrelevant
            Vertex now = null;                          //~ irrelevant
            Cell todo = Cell.this;                      //~ irrelevant

            public boolean hasNext() {
                if (todo != null) {                     //~ irrelevant
                    now = todo.item;                    //~ irrelevant
                    return true;                        //~ irrelevant
                }
                return false;                           //~ irrelevant
            }

            public Vertex next() {
                todo = todo.rest;                       //~ irrelevant
                return now;                             //~ irrelevant
            }

            public void remove() {
            }
        };
    }
}

class Vertex {
    int id;
    Cell out;

    Vertex(int id) {
        this.id = id;
    }

    void link(Vertex to) {
        out = new Cell(to, out);
    }

    static boolean linked(Vertex a, Vertex b) {
        for (Vertex v : a.out) {                        //~ irrelevant
            if (b != null && v == b) {                  //~ irrelevant
                return true;                            //~ unreached
            }
        }
        return false;                                   //~ irrelevant
    }
}

class Source {
    static int pos;
    static String[] argv;

    static int draw() {
        int r = argv[pos].length();
        pos++;
        return r;
    }
}

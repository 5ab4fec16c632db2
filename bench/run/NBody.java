// The n-body problem: double arithmetic on fields.
class NBody {
    static final class Body { double x, y, z, vx, vy, vz, m; Body(double... v) { x = v[0]; y = v[1]; z = v[2]; vx = v[3]; vy = v[4]; vz = v[5]; m = v[6]; } }
    public static void main(String[] args) {
        Body[] bodies = {
            new Body(0, 0, 0, 0, 0, 0, 39.47841760435743),
            new Body(4.84143144246472090, -1.16032004402742839, -0.10362204447112311, 0.60632639299583202, 2.81198684491626016, -0.02521836165988763, 0.03769367487038949),
            new Body(8.34336671824457987, 4.12479856412430479, -0.40352341711432138, -1.01077434617879236, 1.82566237123041186, 0.00841576137658415, 0.01128632613196877),
            new Body(12.8943695621391310, -15.1111514016986312, -0.22330757889265573, 1.08279100644153536, 0.86871301816960822, -0.01083263740136364, 0.00172372405705971),
            new Body(15.3796971148509165, -25.9193146099879641, 0.17925877295037118, 0.97909073224389798, 0.59469899864767617, -0.03475595551962015, 0.00203368686992463)};
        for (int step = 0; step < 150_000; step++) advance(bodies, 0.01);
        System.out.printf("%.9f%n", energy(bodies));
    }
    static void advance(Body[] bodies, double dt) {
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                double d2 = dx * dx + dy * dy + dz * dz, mag = dt / (d2 * Math.sqrt(d2));
                a.vx -= dx * b.m * mag; a.vy -= dy * b.m * mag; a.vz -= dz * b.m * mag;
                b.vx += dx * a.m * mag; b.vy += dy * a.m * mag; b.vz += dz * a.m * mag;
            }
        }
        for (Body b : bodies) { b.x += dt * b.vx; b.y += dt * b.vy; b.z += dt * b.vz; }
    }
    static double energy(Body[] bodies) {
        double e = 0;
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            e += 0.5 * a.m * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                e -= a.m * b.m / Math.sqrt(dx * dx + dy * dy + dz * dz);
            }
        }
        return e;
    }
}

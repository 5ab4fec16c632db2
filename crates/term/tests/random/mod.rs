//! Random terms with their values: a tape of numbers drives a machine that applies one operator per step, once to terms
//! and once to plain Rust values. The Rust side is the oracle and shares no code with the crate.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;
use term::{FloatOp, FloatUnary, Model, Sort, Term, Terms, Value};

/// Terms built so far, by sort, each with the value it has under `model`.
pub struct Machine {
    pub terms: Terms,
    pub model: Model,
    tape: std::vec::IntoIter<u32>,
    pub bools: Vec<(Term, bool)>,
    i8s: Vec<(Term, i8)>,
    i32s: Vec<(Term, i32)>,
    i64s: Vec<(Term, i64)>,
    ints: Vec<(Term, BigInt)>,
    reals: Vec<(Term, BigRational)>,
    f32s: Vec<(Term, f32)>,
    f64s: Vec<(Term, f64)>,
    refs: Vec<(Term, u32)>,
    arrays: Vec<(Term, Vec<i32>)>,
}

/// Indices of the machine's arrays; their terms agree with the oracle's vectors on these.
const ARRAY_LENGTH: i32 = 4;

/// Which operators a machine may use.
#[derive(Clone, Copy, PartialEq)]
pub enum Fragment {
    Everything,
    /// What an SMT solver decides quickly: no floats, no products or quotients of unknowns.
    Decidable,
}

macro_rules! machine_integers {
    ($name:ident, $int:ty, $uint:ty, $pool:ident, $width:literal) => {
        fn $name(&mut self, fragment: Fragment) {
            let ((a, x), (b, y)) = (self.pick(|m| &m.$pool), self.pick(|m| &m.$pool));
            let (condition, holds) = self.pick(|m| &m.bools);
            let easy = fragment == Fragment::Decidable;
            let t = &self.terms;
            let mask = $width - 1;
            let (term, value) = match self.tape.next().unwrap_or(0) % 19 {
                0 => (t.add(a, b), x.wrapping_add(y)),
                1 => (t.sub(a, b), x.wrapping_sub(y)),
                2 if !easy => (t.mul(a, b), x.wrapping_mul(y)),
                3 if !easy && y != 0 => (t.sdiv(a, b), x.wrapping_div(y)),
                4 if !easy && y != 0 => (t.srem(a, b), x.wrapping_rem(y)),
                5 => (t.bit_and(a, b), x & y),
                6 => (t.bit_or(a, b), x | y),
                7 => (t.bit_xor(a, b), x ^ y),
                8 => (t.shl_masked(a, b), x.wrapping_shl((y & mask) as u32)),
                9 => (t.ashr_masked(a, b), x.wrapping_shr((y & mask) as u32)),
                10 => (t.lshr_masked(a, b), (x as $uint).wrapping_shr((y & mask) as u32) as $int),
                11 => (t.neg(a), x.wrapping_neg()),
                12 => (t.bit_not(a), !x),
                13 => (t.ite(condition, a, b), if holds { x } else { y }),
                14 => (t.mul(a, t.bits($width, 3)), x.wrapping_mul(3)),
                15 => return self.bools.push((t.less(a, b), x < y)),
                16 => return self.bools.push((t.less_eq(a, b), x <= y)),
                17 => return self.bools.push((t.eq(a, b), x == y)),
                _unsigned => return self.bools.push((t.unsigned_less(a, b), (x as $uint) < (y as $uint))),
            };
            self.$pool.push((term, value));
        }
    };
}

macro_rules! floats {
    ($name:ident, $float:ty, $pool:ident, $constant:ident) => {
        fn $name(&mut self) {
            let ((a, x), (b, y)) = (self.pick(|m| &m.$pool), self.pick(|m| &m.$pool));
            let (condition, holds) = self.pick(|m| &m.bools);
            let t = &self.terms;
            let (term, value) = match self.tape.next().unwrap_or(0) % 17 {
                0 => (t.float_add(a, b), x + y),
                1 => (t.float_sub(a, b), x - y),
                2 => (t.float_mul(a, b), x * y),
                3 => (t.float_div(a, b), x / y),
                4 => (t.float_op(FloatOp::Rem, a, b), x % y),
                5 => (t.float_neg(a), -x),
                6 => (t.float_unary(FloatUnary::Abs, a), x.abs()),
                7 => (t.float_unary(FloatUnary::Sqrt, a), x.sqrt()),
                8 => (t.float_unary(FloatUnary::Floor, a), x.floor()),
                9 => (t.float_unary(FloatUnary::Round, a), x.round_ties_even()),
                10 => (t.ite(condition, a, b), if holds { x } else { y }),
                11 => return self.bools.push((t.float_less(a, b), x < y)),
                12 => return self.bools.push((t.float_less_eq(a, b), x <= y)),
                13 => return self.bools.push((t.float_eq(a, b), x == y)),
                14 => return self.bools.push((t.is_nan(a), x.is_nan())),
                15 => return self.i32s.push((t.float_to_signed(a, 32), x as i32)),
                _identity => {
                    let same = x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
                    return self.bools.push((t.eq(a, b), same));
                }
            };
            self.$pool.push((term, value));
        }
    };
}

impl Machine {
    pub fn run(tape: Vec<u32>, fragment: Fragment) -> Self {
        let mut machine = Self {
            terms: Terms::new(),
            model: Model::default(),
            tape: tape.into_iter(),
            bools: Vec::new(),
            i8s: Vec::new(),
            i32s: Vec::new(),
            i64s: Vec::new(),
            ints: Vec::new(),
            reals: Vec::new(),
            f32s: Vec::new(),
            f64s: Vec::new(),
            refs: Vec::new(),
            arrays: Vec::new(),
        };
        machine.declare();
        while let Some(step) = machine.tape.next() {
            machine.step(step, fragment);
        }
        machine
    }

    /// Every term built, with the value the oracle gives it. Arrays are compared by their elements.
    pub fn values(&self) -> Vec<(Term, Value)> {
        let t = &self.terms;
        let mut out: Vec<(Term, Value)> = Vec::new();
        out.extend(self.bools.iter().map(|&(term, value)| (term, Value::Bool(value))));
        out.extend(self.i8s.iter().map(|&(term, value)| (term, Value::bits(8, value as u64))));
        out.extend(self.i32s.iter().map(|&(term, value)| (term, Value::bits(32, value as u64))));
        out.extend(self.i64s.iter().map(|&(term, value)| (term, Value::bits(64, value as u64))));
        out.extend(self.ints.iter().map(|(term, value)| (*term, Value::Int(value.clone()))));
        out.extend(self.reals.iter().map(|(term, value)| (*term, Value::real(value.clone()))));
        out.extend(self.f32s.iter().map(|&(term, value)| (term, Value::f32(value))));
        out.extend(self.f64s.iter().map(|&(term, value)| (term, Value::f64(value))));
        out.extend(self.refs.iter().map(|&(term, value)| (term, Value::Ref(value))));
        for (array, elements) in &self.arrays {
            let read = |(index, value): (usize, &i32)| {
                (t.select(*array, t.i32(index as i32)), Value::bits(32, *value as u64))
            };
            out.extend(elements.iter().enumerate().map(read));
        }
        out
    }

    /// Two variables and some constants of each sort.
    fn declare(&mut self) {
        for name in ["p", "q"] {
            let value = self.next().is_multiple_of(2);
            let variable = self.variable(name, Sort::Bool, Value::Bool(value));
            self.bools.push((variable, value));
            let value = self.corner() as i8;
            let variable = self.variable(name, Sort::BitVec(8), Value::bits(8, value as u64));
            self.i8s.push((variable, value));
            let value = self.corner() as i32;
            let variable = self.variable(name, Sort::INT32, Value::bits(32, value as u64));
            self.i32s.push((variable, value));
            let value = self.corner();
            let variable = self.variable(name, Sort::INT64, Value::bits(64, value as u64));
            self.i64s.push((variable, value));
            let value = BigInt::from(self.corner());
            let variable = self.variable(name, Sort::Int, Value::Int(value.clone()));
            self.ints.push((variable, value));
            let value = BigRational::new(self.corner().into(), 6.into());
            let variable = self.variable(name, Sort::Real, Value::real(value.clone()));
            self.reals.push((variable, value));
            let value = self.float_corner() as f32;
            let variable = self.variable(name, Sort::Float32, Value::f32(value));
            self.f32s.push((variable, value));
            let value = self.float_corner();
            let variable = self.variable(name, Sort::Float64, Value::f64(value));
            self.f64s.push((variable, value));
            let value = self.next() % 3;
            let variable = self.variable(name, Sort::Ref, Value::Ref(value));
            self.refs.push((variable, value));
        }
        let t = &self.terms;
        self.i8s.push((t.bits(8, 1), 1));
        self.i32s.extend([0, 1, -1, i32::MIN, 7].map(|value| (t.i32(value), value)));
        self.i64s.extend([0, 1, -1, i64::MAX].map(|value| (t.i64(value), value)));
        self.ints.extend([0, 1, -3].map(|value| (t.int(value), value.into())));
        self.reals.push((t.fraction(1, 2), BigRational::new(1.into(), 2.into())));
        self.f32s.extend([0.0, f32::NAN, f32::INFINITY].map(|value| (t.f32(value), value)));
        self.f64s.extend([-0.0, f64::NAN, 0.1].map(|value| (t.f64(value), value)));
        self.refs.push((t.null(), 0));
        self.refs.push((t.location(1), 1));
        let (zero, sort) = (t.i32(0), t.array_sort(Sort::INT32, Sort::INT32));
        self.arrays.push((t.const_array(Sort::INT32, zero), vec![0; ARRAY_LENGTH as usize]));
        self.arrays.push((t.var("a", sort), vec![0; ARRAY_LENGTH as usize]));
    }

    fn step(&mut self, step: u32, fragment: Fragment) {
        match step % 12 {
            0 | 1 => self.boolean(),
            2 => self.byte(fragment),
            3 | 4 => self.int(fragment),
            5 => self.long(fragment),
            6 => self.mathematical(fragment),
            7 => self.rational(fragment),
            8 => self.reference(),
            9 => self.array(),
            10 => self.conversion(fragment),
            _floats if fragment == Fragment::Decidable => self.reference(),
            _floats if step.is_multiple_of(2) => self.float(),
            _floats => self.double(),
        }
    }

    machine_integers!(byte, i8, u8, i8s, 8);
    machine_integers!(int, i32, u32, i32s, 32);
    machine_integers!(long, i64, u64, i64s, 64);
    floats!(float, f32, f32s, f32);
    floats!(double, f64, f64s, f64);

    fn boolean(&mut self) {
        let ((a, x), (b, y), (c, z)) =
            (self.pick(|m| &m.bools), self.pick(|m| &m.bools), self.pick(|m| &m.bools));
        let t = &self.terms;
        self.bools.push(match self.tape.next().unwrap_or(0) % 6 {
            0 => (t.not(a), !x),
            1 => (t.and([a, b, c]), x && y && z),
            2 => (t.or([a, b, c]), x || y || z),
            3 => (t.ite(a, b, c), if x { y } else { z }),
            4 => (t.eq(a, b), x == y),
            _implies => (t.implies(a, b), !x || y),
        });
    }

    fn mathematical(&mut self, fragment: Fragment) {
        let ((a, x), (b, y)) = (self.pick(|m| &m.ints), self.pick(|m| &m.ints));
        let (condition, holds) = self.pick(|m| &m.bools);
        let easy = fragment == Fragment::Decidable;
        let t = &self.terms;
        let (term, value) = match self.tape.next().unwrap_or(0) % 8 {
            0 => (t.add(a, b), x + y),
            1 => (t.sub(a, b), x - y),
            2 if !easy => (t.mul(a, b), x * y),
            3 if !easy => {
                (t.div(a, b), if y.is_zero() { BigInt::zero() } else { (&x - euclidean(&x, &y)) / y })
            }
            4 if !easy => (t.modulo(a, b), euclidean(&x, &y)),
            5 => (t.ite(condition, a, b), if holds { x } else { y }),
            6 => return self.bools.push((t.less(a, b), x < y)),
            _equal => return self.bools.push((t.eq(a, b), x == y)),
        };
        // Keeps repeated squaring from exploding.
        if value.bits() < 512 {
            self.ints.push((term, value));
        }
    }

    fn rational(&mut self, fragment: Fragment) {
        let ((a, x), (b, y)) = (self.pick(|m| &m.reals), self.pick(|m| &m.reals));
        let easy = fragment == Fragment::Decidable;
        let t = &self.terms;
        let (term, value) = match self.tape.next().unwrap_or(0) % 6 {
            0 => (t.add(a, b), x + y),
            1 => (t.sub(a, b), x - y),
            2 if !easy => (t.mul(a, b), x * y),
            3 if !easy => (t.quotient(a, b), if y.is_zero() { y } else { x / y }),
            4 => return self.bools.push((t.less_eq(a, b), x <= y)),
            _equal => return self.bools.push((t.eq(a, b), x == y)),
        };
        if value.numer().bits() + value.denom().bits() < 512 {
            self.reals.push((term, value));
        }
    }

    fn reference(&mut self) {
        let ((a, x), (b, y)) = (self.pick(|m| &m.refs), self.pick(|m| &m.refs));
        let (condition, holds) = self.pick(|m| &m.bools);
        let t = &self.terms;
        match self.tape.next().unwrap_or(0) % 3 {
            0 => self.refs.push((t.ite(condition, a, b), if holds { x } else { y })),
            1 => self.bools.push((t.eq(a, b), x == y)),
            _null => self.bools.push((t.not_null(a), x != 0)),
        }
    }

    /// Indices are constants or an `int` known to be in the oracle's range.
    fn array(&mut self) {
        let (array, elements) = self.pick(|m| &m.arrays);
        let (index_term, index) = self.pick(|m| &m.i32s);
        let (value_term, value) = self.pick(|m| &m.i32s);
        let t = &self.terms;
        if !(0..ARRAY_LENGTH).contains(&index) {
            return;
        }
        if self.tape.next().unwrap_or(0).is_multiple_of(2) {
            self.i32s.push((t.select(array, index_term), elements[index as usize]));
        } else {
            let mut changed = elements;
            changed[index as usize] = value;
            self.arrays.push((t.store(array, index_term, value_term), changed));
        }
    }

    fn conversion(&mut self, fragment: Fragment) {
        let ((a, x), (b, y)) = (self.pick(|m| &m.i8s), self.pick(|m| &m.i32s));
        let ((c, z), (n, i)) = (self.pick(|m| &m.i64s), self.pick(|m| &m.ints));
        let (f, u) = self.pick(|m| &m.f64s);
        let t = &self.terms;
        match (self.tape.next().unwrap_or(0) % 16, fragment) {
            (0, _) => self.i32s.push((t.sign_extend(a, 32), x.into())),
            (1, _) => self.i32s.push((t.zero_extend(a, 32), (x as u8).into())),
            (2, _) => self.i64s.push((t.sign_extend(b, 64), y.into())),
            (3, _) => self.i32s.push((t.extract(c, 0, 32), z as i32)),
            (4, _) => self.i8s.push((t.extract(b, 8, 8), (y >> 8) as i8)),
            (5, _) => self.i64s.push((t.concat(b, b), (i64::from(y) << 32) | i64::from(y as u32))),
            (6, Fragment::Everything) => self.ints.push((t.signed_to_int(b), y.into())),
            (7, Fragment::Everything) => self.ints.push((t.unsigned_to_int(c), (z as u64).into())),
            (8, Fragment::Everything) => {
                let wrapped = i.mod_floor(&BigInt::from(1u64 << 32));
                let value = u32::try_from(wrapped).expect("below 2^32") as i32;
                self.i32s.push((t.int_to_bits(n, 32), value));
            }
            (9, _) => self.reals.push((t.int_to_real(n), BigRational::from_integer(i))),
            (10, Fragment::Everything) => self.f32s.push((t.signed_to_float(c, Sort::Float32), z as f32)),
            (11, Fragment::Everything) => self.f64s.push((t.signed_to_float(c, Sort::Float64), z as f64)),
            (12, Fragment::Everything) => self.i64s.push((t.float_to_signed(f, 64), u as i64)),
            (13, Fragment::Everything) => self.f32s.push((t.float_to_float(f, Sort::Float32), u as f32)),
            (14, Fragment::Everything) => self.f32s.push((t.bits_to_float(b), f32::from_bits(y as u32))),
            (15, Fragment::Everything) => {
                let canonical = if u.is_nan() { f64::NAN } else { u };
                self.i64s.push((t.float_to_bits(f), canonical.to_bits() as i64));
            }
            (_, _) => {
                let (r, v) = self.pick(|m| &m.reals);
                self.ints.push((self.terms.real_to_int(r), v.floor().to_integer()));
            }
        }
    }

    fn variable(&mut self, name: &str, sort: Sort, value: Value) -> Term {
        let variable = self.terms.var(name, sort);
        self.model.variables.insert(variable, value);
        variable
    }

    fn next(&mut self) -> u32 {
        self.tape.next().unwrap_or(0)
    }

    fn corner(&mut self) -> i64 {
        let number = self.next();
        match number % 8 {
            0 => 0,
            1 => -1,
            2 => i64::MIN,
            3 => i64::MAX,
            4 => i32::MIN.into(),
            5 => i64::from(number >> 3),
            _small => i64::from(number >> 3) % 10,
        }
    }

    fn float_corner(&mut self) -> f64 {
        let number = self.next();
        match number % 8 {
            0 => 0.0,
            1 => -0.0,
            2 => f64::NAN,
            3 => f64::NEG_INFINITY,
            4 => 1e10,
            5 => f64::from(number >> 3) / 7.0,
            _small => f64::from(number >> 3) % 10.0 - 5.0,
        }
    }

    /// A recent or old member of a pool.
    fn pick<T: Clone>(&mut self, pool: impl Fn(&Self) -> &Vec<(Term, T)>) -> (Term, T) {
        let choice = self.next() as usize;
        let pool = pool(self);
        pool[pool.len() - 1 - choice % pool.len()].clone()
    }
}

/// The remainder that is never negative.
fn euclidean(x: &BigInt, y: &BigInt) -> BigInt {
    if y.is_zero() {
        return x.clone();
    }
    let remainder = x % y;
    if remainder < BigInt::zero() {
        if *y < BigInt::zero() { remainder - y } else { remainder + y }
    } else {
        remainder
    }
}

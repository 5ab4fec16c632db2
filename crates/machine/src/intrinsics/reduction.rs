//! Large angles less a multiple of pi/2, as fdlibm's `__kernel_rem_pio2` computes them [Payne, Hanek 1983].
//!
//! The angle, in pieces of 24 bits, is multiplied by as many pieces of 2/pi as matter. Whole turns are dropped, so that what
//! comes before them is never computed; if what is left is too close to a multiple, more pieces are taken.

#![allow(clippy::excessive_precision, reason = "constants are written as fdlibm writes them")]

/// 2/pi in pieces of 24 bits.
const TWO_OVER_PI: [u32; 66] = [
    0xa2_f983, 0x6e_4e44, 0x15_29fc, 0x27_57d1, 0xf5_34dd, 0xc0_db62, 0x95_993c, 0x43_9041, 0xfe_5163,
    0xab_debb, 0xc5_61b7, 0x24_6e3a, 0x42_4dd2, 0xe0_0649, 0x2e_ea09, 0xd1_921c, 0xfe_1deb, 0x1c_b129,
    0xa7_3ee8, 0x82_35f5, 0x2e_bb44, 0x84_e99c, 0x70_26b4, 0x5f_7e41, 0x39_91d6, 0x39_8353, 0x39_f49c,
    0x84_5f8b, 0xbd_f928, 0x3b_1ff8, 0x97_ffde, 0x05_980f, 0xef_2f11, 0x8b_5a0a, 0x6d_1f6d, 0x36_7ecf,
    0x27_cb09, 0xb7_4f46, 0x3f_669e, 0x5f_ea2d, 0x75_27ba, 0xc7_ebe5, 0xf1_7b3d, 0x07_39f7, 0x8a_5292,
    0xea_6bfb, 0x5f_b11f, 0x8d_5d08, 0x56_0330, 0x46_fc7b, 0x6b_abf0, 0xcf_bc20, 0x9a_f436, 0x1d_a9e3,
    0x91_615e, 0xe6_1b08, 0x65_9985, 0x5f_14a0, 0x68_408d, 0xff_d880, 0x4d_7327, 0x31_0606, 0x15_56ca,
    0x73_a8c9, 0x60_e27b, 0xc0_8c6b,
];
/// pi/2 in pieces of 24 bits.
const HALF_PI: [f64; 8] = [
    1.570_796_251_296_997_070_31e+00,
    7.549_789_415_861_596_353_35e-08,
    5.390_302_529_957_764_765_54e-15,
    3.282_003_415_807_912_941_23e-22,
    1.270_655_753_080_676_073_49e-29,
    1.229_333_089_811_113_289_32e-36,
    2.733_700_538_164_645_596_24e-44,
    2.167_416_838_778_048_194_44e-51,
];
const TWO_24: f64 = 16_777_216.0;
const TWO_MINUS_24: f64 = 1.0 / TWO_24;
/// Pieces of 2/pi beyond the first that the first attempt uses.
const FIRST_PIECES: usize = 4;

/// A positive angle of at least 2^19 less a multiple of pi/2: which multiple, modulo 8, and the remainder as a sum.
pub fn reduce_large(x: f64) -> (i32, f64, f64) {
    let high = (x.to_bits() >> 32) as i32;
    let exponent = (high >> 20) - 1046;
    let scaled = f64::from_bits(x.to_bits().wrapping_sub((i64::from(exponent) as u64) << 52));
    Product::new(&pieces(scaled), exponent).remainder()
}

/// A number below 2^24 in pieces of 24 bits, without zeros at the end.
fn pieces(mut z: f64) -> Vec<f64> {
    let mut out = Vec::with_capacity(3);
    for _ in 0..2 {
        out.push(f64::from(z as i32));
        z = (z - f64::from(z as i32)) * TWO_24;
    }
    out.push(z);
    while out.last() == Some(&0.0) {
        out.pop();
    }
    out
}

/// The product of an angle and 2/pi.
struct Product<'a> {
    angle: &'a [f64],
    /// The piece of 2/pi that matters first.
    first: usize,
    /// The exponent of the first of `sums`.
    exponent: i32,
    /// Pieces of the product, most significant first; carries are not taken yet.
    sums: Vec<f64>,
}

/// What a product is between two integers.
struct Fraction {
    /// The integer below or, if `is_below`, above it.
    turns: i32,
    is_below: bool,
    /// The most significant piece, and the others, least significant first.
    top: f64,
    digits: Vec<i32>,
}

impl<'a> Product<'a> {
    fn new(angle: &'a [f64], exponent: i32) -> Self {
        let first = ((exponent - 3) / 24).max(0);
        let exponent = exponent - 24 * (first + 1);
        let mut out = Self { angle, first: first as usize, exponent, sums: Vec::new() };
        out.extend(FIRST_PIECES + 1);
        out
    }

    /// Computes the next pieces.
    fn extend(&mut self, count: usize) {
        for _ in 0..count {
            let at = self.first + self.sums.len();
            let piece = |index: usize| at.checked_sub(index).map_or(0.0, |at| f64::from(TWO_OVER_PI[at]));
            // In this order: a sum of floating-point numbers depends on it.
            let sum = self.angle.iter().enumerate().fold(0.0, |sum, (index, part)| sum + part * piece(index));
            self.sums.push(sum);
        }
    }

    fn remainder(mut self) -> (i32, f64, f64) {
        loop {
            let fraction = self.fraction();
            let digits = &fraction.digits;
            if fraction.top == 0.0 && digits[FIRST_PIECES..].iter().all(|&digit| digit == 0) {
                let zeros = digits[..FIRST_PIECES].iter().rev().take_while(|&&digit| digit == 0).count();
                self.extend(zeros + 1);
                continue;
            }
            let turns = fraction.turns & 7;
            let is_below = fraction.is_below;
            let (y, rest) = fraction.times_half_pi(self.exponent);
            return if is_below { (turns, -y, -rest) } else { (turns, y, rest) };
        }
    }

    /// Takes the carries and drops whole turns; what is above a half is below the next integer.
    fn fraction(&self) -> Fraction {
        let mut digits = Vec::with_capacity(self.sums.len());
        let (mut z, rest) =
            self.sums.split_last().map(|(&last, rest)| (last, rest)).expect("a product has pieces");
        for sum in rest.iter().rev() {
            let carry = f64::from((TWO_MINUS_24 * z) as i32);
            digits.push((z - TWO_24 * carry) as i32);
            z = sum + carry;
        }
        z = libm::scalbn(z, self.exponent);
        z -= 8.0 * (z * 0.125).floor();
        let mut turns = z as i32;
        z -= f64::from(turns);
        let last = digits.last_mut().expect("a product has several pieces");
        let half = match self.exponent {
            exponent @ 1.. => {
                let whole = *last >> (24 - exponent);
                turns += whole;
                *last -= whole << (24 - exponent);
                *last >> (23 - exponent)
            }
            0 => *last >> 23,
            _ => 2 * i32::from(z >= 0.5),
        };
        let mut out = Fraction { turns, is_below: half > 0, top: z, digits };
        if half > 0 {
            out.complement(half == 2, self.exponent);
        }
        out
    }
}

impl Fraction {
    /// One less this.
    fn complement(&mut self, has_top: bool, exponent: i32) {
        self.turns += 1;
        let mut borrowed = false;
        for digit in &mut self.digits {
            if borrowed {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                borrowed = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        if matches!(exponent, 1 | 2) {
            *self.digits.last_mut().expect("a fraction has pieces") &= 0xff_ffff >> exponent;
        }
        if has_top {
            self.top = 1.0 - self.top;
            if borrowed {
                self.top -= libm::scalbn(1.0, exponent);
            }
        }
    }

    /// The product with pi/2, as a sum.
    fn times_half_pi(mut self, mut exponent: i32) -> (f64, f64) {
        if self.top == 0.0 {
            exponent -= 24;
            while self.digits.last() == Some(&0) {
                self.digits.pop();
                exponent -= 24;
            }
        } else {
            let z = libm::scalbn(self.top, -exponent);
            if z >= TWO_24 {
                let carry = f64::from((TWO_MINUS_24 * z) as i32);
                self.digits.push((z - TWO_24 * carry) as i32);
                exponent += 24;
                self.digits.push(carry as i32);
            } else {
                self.digits.push(z as i32);
            }
        }
        let mut scale = libm::scalbn(1.0, exponent);
        // Most significant first.
        let mut parts = Vec::with_capacity(self.digits.len());
        for &digit in self.digits.iter().rev() {
            parts.push(scale * f64::from(digit));
            scale *= TWO_MINUS_24;
        }
        let products: Vec<f64> = (0..parts.len())
            .map(|last| {
                let terms = (0..=last.min(FIRST_PIECES)).map(|index| HALF_PI[index] * parts[last - index]);
                terms.fold(0.0, |sum, term| sum + term)
            })
            .collect();
        let sum = products.iter().rev().fold(0.0, |sum, product| sum + product);
        let rest = products[1..].iter().fold(products[0] - sum, |rest, product| rest + product);
        (sum, rest)
    }
}

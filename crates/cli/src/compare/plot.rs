//! Seconds against sizes as an SVG picture, seconds on a logarithmic scale: [EHS16, Fig. 2], remade.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Runs shorter than this are drawn as if they took so long.
const SHORTEST: f64 = 0.001;
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// One line per strategy: its name, and seconds by size.
pub fn svg(title: &str, lines: &[(&str, Vec<(u32, f64)>)]) -> String {
    let points = || lines.iter().flat_map(|(_, points)| points.iter().copied());
    let sizes = points().map(|(size, _)| size);
    let (first, last) = (sizes.clone().min().unwrap_or(1), sizes.max().unwrap_or(1));
    let longest = points().map(|(_, seconds)| seconds).fold(SHORTEST * 10.0, f64::max);
    let scale =
        Scale { first: first.into(), last: last.max(first + 1).into(), decades: longest.log10().ceil() };
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12'>\n\
         <rect width='100%' height='100%' fill='white'/>\n<text x='{LEFT}' y='24' font-size='14'>{}</text>\n",
        escape(title)
    );
    axes(&mut out, &scale, first, last);
    for (index, (name, points)) in lines.iter().enumerate() {
        line(&mut out, &scale, index, name, points);
    }
    out + "</svg>\n<!-- " + crate::ours::MARK + " -->\n"
}

struct Scale {
    first: f64,
    last: f64,
    /// The power of ten at the top.
    decades: f64,
}

impl Scale {
    fn x(&self, size: u32) -> f64 {
        LEFT + (f64::from(size) - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, seconds: f64) -> f64 {
        let low = SHORTEST.log10();
        let share = (seconds.max(SHORTEST).log10() - low) / (self.decades - low).max(1.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

fn axes(out: &mut String, scale: &Scale, first: u32, last: u32) {
    let mut power = SHORTEST.log10().round();
    while power <= scale.decades {
        let y = scale.y(10f64.powf(power));
        let right = WIDTH - RIGHT;
        put(out, &format!("<line x1='{LEFT}' x2='{right}' y1='{y:.1}' y2='{y:.1}' stroke='#ddd'/>"));
        let label = if power >= 0.0 {
            format!("{:.0} s", 10f64.powf(power))
        } else {
            format!("{} s", 10f64.powf(power))
        };
        put(out, &format!("<text x='{:.1}' y='{:.1}' text-anchor='end'>{label}</text>", LEFT - 6.0, y + 4.0));
        power += 1.0;
    }
    for size in first..=last {
        let (x, y) = (scale.x(size), HEIGHT - BOTTOM + 18.0);
        put(out, &format!("<text x='{x:.1}' y='{y:.1}' text-anchor='middle'>{size}</text>"));
    }
    put(
        out,
        &format!(
            "<text x='{:.1}' y='{:.1}' text-anchor='middle'>size</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 12.0
        ),
    );
}

fn line(out: &mut String, scale: &Scale, index: usize, name: &str, points: &[(u32, f64)]) {
    let colour = COLOURS[index % COLOURS.len()];
    let places: Vec<(f64, f64)> =
        points.iter().map(|(size, seconds)| (scale.x(*size), scale.y(*seconds))).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    put(
        out,
        &format!("<polyline points='{}' fill='none' stroke='{colour}' stroke-width='2'/>", path.join(" ")),
    );
    for (x, y) in &places {
        put(out, &format!("<circle cx='{x:.1}' cy='{y:.1}' r='3' fill='{colour}'/>"));
    }
    let y = TOP + 18.0 * index as f64;
    let x = WIDTH - RIGHT + 20.0;
    put(out, &format!("<rect x='{x}' y='{:.1}' width='10' height='10' fill='{colour}'/>", y - 9.0));
    put(out, &format!("<text x='{:.1}' y='{y:.1}'>{name}</text>", x + 16.0));
}

fn put(out: &mut String, element: &str) {
    writeln!(out, "{element}").expect("a string takes everything");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

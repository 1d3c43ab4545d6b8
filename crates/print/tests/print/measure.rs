//! What is on a page of a file, in millimetres from its upper left corner.

use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};

/// A rectangle: left, top, right, bottom.
pub type Extent = [f64; 4];

/// What is on a page.
#[derive(Default)]
pub struct Seen {
    /// The width and height of the page.
    pub size: (f64, f64),
    /// The extent of each shape within which something is drawn, in order.
    pub clips: Vec<Extent>,
    /// The ends of black lines.
    pub lines: Vec<Extent>,
    /// All lines that are drawn: how light, how wide, and the extent of the path.
    pub strokes: Vec<(f64, f64, Extent)>,
    /// The operators that choose a colour other than grey.
    pub coloured: Vec<String>,
}

/// Points to millimetres.
const MM: f64 = 25.4 / 72.0;

type Matrix = [f64; 6];

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(|operand| operand.as_float().ok()).map(f64::from).collect()
}

/// The pages of a file.
pub fn read(file: &[u8]) -> Vec<Seen> {
    let document = Document::load_mem(file).expect("a PDF file");
    document.get_pages().into_values().map(|page| look(&document, page)).collect()
}

fn look(document: &Document, page: ObjectId) -> Seen {
    let dictionary = document.get_dictionary(page).unwrap();
    let size = numbers(dictionary.get(b"MediaBox").and_then(Object::as_array).unwrap());
    assert_eq!(size[..2], [0.0, 0.0]);
    let height = size[3];
    let mut seen = Seen { size: (size[2] * MM, height * MM), ..Seen::default() };
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let mut states: Vec<(Matrix, f64)> = Vec::new();
    let (mut matrix, mut grey): (Matrix, f64) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 0.0);
    let mut width = 0.0;
    let mut path: Vec<(f64, f64)> = Vec::new();
    for operation in content.operations {
        let n = numbers(&operation.operands);
        let mut add = |x: f64, y: f64| {
            let at = times([1.0, 0.0, 0.0, 1.0, x, y], matrix);
            path.push((at[4] * MM, (height - at[5]) * MM));
        };
        match operation.operator.as_str() {
            "q" => states.push((matrix, grey)),
            "Q" => (matrix, grey) = states.pop().unwrap(),
            "cm" => matrix = times(n.try_into().unwrap(), matrix),
            "m" | "l" => add(n[0], n[1]),
            // The ends of curves are enough: those of an ellipse are its extremes.
            "c" => add(n[4], n[5]),
            "re" => {
                add(n[0], n[1]);
                add(n[0] + n[2], n[1] + n[3]);
            }
            "W" | "W*" => seen.clips.push(extent(&path)),
            "G" => grey = n[0],
            "w" => width = n[0] * matrix[0].abs() * MM,
            "S" | "s" => {
                seen.strokes.push((grey, width, extent(&path)));
                if grey == 0.0 {
                    seen.lines.extend(path.chunks_exact(2).map(extent));
                }
            }
            "RG" | "K" | "SCN" => {
                grey = f64::NAN;
                if operation.operator != "SCN" {
                    seen.coloured.push(format!("{} {n:?}", operation.operator));
                }
            }
            "rg" | "k" => seen.coloured.push(format!("{} {n:?}", operation.operator)),
            _ => {}
        }
        if matches!(operation.operator.as_str(), "n" | "S" | "s" | "f" | "f*" | "B" | "B*" | "b" | "b*") {
            path.clear();
        }
    }
    seen
}

fn extent(points: &[(f64, f64)]) -> Extent {
    points.iter().fold(
        [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
        |[left, top, right, bottom], &(x, y)| [left.min(x), top.min(y), right.max(x), bottom.max(y)],
    )
}

/// Whether two extents are the same to a twentieth of a millimetre.
pub fn same(a: Extent, b: Extent) -> bool {
    a.into_iter().zip(b).all(|(a, b)| (a - b).abs() < 0.05)
}

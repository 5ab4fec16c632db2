//! Strings: constants are interned, others are ordinary objects with a byte array and a coder (JDK 9 and later).

use std::rc::Rc;

use program::code::{Elem, Reg};
use program::{JavaText, StringId, TypeId};

use crate::{Cx, Domain, State, Stop};

const STRING: &str = "java/lang/String";
const UTF16: i32 = 1;

/// `ldc` of a string (JVMS 6.5, 5.1): the interned one.
#[inline(always)]
pub fn const_string<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    value: StringId,
) -> Result<(), Stop<D>> {
    let string = interned(cx, state, value)?;
    state.set(dst, string);
    Ok(())
}

/// The one `String` object all constants of this text are.
pub fn interned<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    id: StringId,
) -> Result<D::Value, Stop<D>> {
    if let Some(string) = state.strings.get(&id) {
        return Ok(string.clone());
    }
    let string = D::new_string(cx, state, cx.program.string(id))?;
    Rc::make_mut(&mut state.strings).insert(id, string.clone());
    Ok(string)
}

/// `String.intern`: the interned string of this text, which becomes `string` if there was none.
pub fn intern<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    string: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let text = text(cx, state, string)?;
    let id = cx.program.intern(text);
    Ok(Rc::make_mut(&mut state.strings).entry(id).or_insert_with(|| string.clone()).clone())
}

/// A new `String` object (the default of [`Domain::new_string`]).
pub fn new_string<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    text: &JavaText,
) -> Result<D::Value, Stop<D>> {
    let (bytes, coder): (Vec<u8>, i32) = match text {
        JavaText::Latin1(bytes) => (bytes.to_vec(), 0),
        JavaText::Utf16(units) => (units.iter().flat_map(|unit| unit.to_le_bytes()).collect(), UTF16),
    };
    let value = new_bytes(cx, state, &bytes)?;
    let class = cx.class(STRING)?;
    let string = D::new_object(cx, state, class)?;
    let coder = D::int(cx, state, coder);
    let (value_slot, coder_slot) = (cx.named_field(STRING, "value")?, cx.named_field(STRING, "coder")?);
    D::store_field(cx, state, &string, value_slot, value)?;
    D::store_field(cx, state, &string, coder_slot, coder)?;
    Ok(string)
}

/// A new byte array with these elements.
pub fn new_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    bytes: &[u8],
) -> Result<D::Value, Stop<D>> {
    let length = D::int(cx, state, bytes.len() as i32);
    let ty = cx.program.array_of(TypeId::BYTE);
    let array = D::new_array(cx, state, ty, &length)?;
    D::write_bytes(cx, state, &array, bytes)?;
    Ok(array)
}

/// The text of a `String` object, if all of it is known (the default of [`Domain::known_text`]).
pub fn known_text<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    string: &D::Value,
) -> Result<Option<JavaText>, Stop<D>> {
    let (value, coder) = (cx.named_field(STRING, "value")?, cx.named_field(STRING, "coder")?);
    let value = D::load_field(cx, state, string, value)?;
    let coder = D::load_field(cx, state, string, coder)?;
    let (Some(bytes), Some(coder)) = (known_bytes(cx, state, &value)?, D::known_int(cx, state, &coder))
    else {
        return Ok(None);
    };
    Ok(Some(if coder == UTF16 {
        let units: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        JavaText::from_units(&units)
    } else {
        JavaText::Latin1(bytes.into())
    }))
}

/// The elements of a byte array, if they are known (the default of [`Domain::known_bytes`]).
pub fn known_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<Option<Vec<u8>>, Stop<D>> {
    let length = D::array_length(cx, state, array)?;
    let Some(length) = D::known_int(cx, state, &length) else { return Ok(None) };
    let mut out = Vec::with_capacity(length as usize);
    for index in 0..length {
        let index = D::int(cx, state, index);
        let byte = D::load_element(cx, state, Elem::Byte, array, &index)?;
        let Some(byte) = D::known_int(cx, state, &byte) else { return Ok(None) };
        out.push(byte as u8);
    }
    Ok(Some(out))
}

/// The text of a `String` object where the machine cannot go on without it.
pub fn text<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    string: &D::Value,
) -> Result<JavaText, Stop<D>> {
    D::known_text(cx, state, string)?
        .ok_or_else(|| Stop::unsupported("an unknown string where its text is needed"))
}

//! Memory outside the heap, as `Unsafe` hands it out: blocks that are arrays of bytes nobody else sees.
//!
//! An address is the number of a block above [`BLOCK`] bits and a place in it below; no block lies at zero.

use program::TypeId;
use program::code::Elem;

use super::{Answer, Entry, Reply, pick_long};
use crate::{Cx, Domain, State, Stop};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const CONSTANTS: &str = "jdk/internal/misc/UnsafeConstants";
const BLOCK: u32 = 32;

/// The intrinsics of memory outside the heap.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CONSTANTS, "<clinit>", "", constants),
        (UNSAFE, "allocateMemory0", "", |cx, state, args| {
            let size = pick_long(cx, state, &args[1])?;
            let address = allocate(cx, state, size)?;
            Reply::long(cx, state, address)
        }),
        (UNSAFE, "reallocateMemory0", "", reallocate),
        (UNSAFE, "freeMemory0", "", |cx, state, args| {
            let address = pick_long(cx, state, &args[1])?;
            free(cx, state, address);
            Ok(Reply::Void)
        }),
    ]
}

/// What a JVM writes over the zeros of this class: sizes in bytes, and that numbers may lie anywhere.
fn constants<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    for (field, value) in [("ADDRESS_SIZE0", 8), ("PAGE_SIZE", 4096), ("UNALIGNED_ACCESS", 1)] {
        let (slot, value) = (cx.named_field(CONSTANTS, field)?, D::int(cx, state, value));
        D::store_static(cx, state, slot, value)?;
    }
    Ok(Reply::Void)
}

/// A new block of zeros.
pub fn allocate<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, size: i64) -> Result<i64, Stop<D>> {
    let Ok(size) = i32::try_from(size) else {
        return Err(Stop::raise_with(
            "java/lang/OutOfMemoryError",
            format!("Unable to allocate {size} bytes"),
        ));
    };
    let length = D::int(cx, state, size);
    let bytes = cx.program.array_of(TypeId::BYTE);
    let block = D::new_array(cx, state, bytes, &length)?;
    state.jdk.blocks.push(block);
    Ok((state.jdk.blocks.len() as i64) << BLOCK)
}

/// Gives a block back.
pub fn free<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, address: i64) {
    let null = D::null(cx, state);
    let last = state.jdk.blocks.len() as i64 == address >> BLOCK;
    if last {
        state.jdk.blocks.pop();
    } else if let Some(block) = state.jdk.blocks.get_mut(((address >> BLOCK) - 1) as usize) {
        *block = null;
    }
}

/// `(unsafe, address, size)`.
fn reallocate<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (old, size) = (pick_long(cx, state, &args[1])?, pick_long(cx, state, &args[2])?);
    let new = allocate(cx, state, size)?;
    if old != 0 {
        let (from, _) = find(cx, state, old)?;
        let (to, _) = find(cx, state, new)?;
        let length = D::array_length(cx, state, &from)?;
        let length = D::pick_int(cx, state, &length)?.min(size as i32);
        D::copy_elements(cx, state, Elem::Byte, (&from, 0), (&to, 0), length)?;
        free(cx, state, old);
    }
    Reply::long(cx, state, new)
}

/// The block of an address, and the place in it.
pub fn find<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    address: i64,
) -> Result<(D::Value, i64), Stop<D>> {
    let block = state.jdk.blocks.get(((address >> BLOCK) - 1) as usize).cloned();
    match block {
        Some(block) if !D::is_null(cx, state, &block)? => Ok((block, address & ((1 << BLOCK) - 1))),
        _ => Err(Stop::unsupported(format!(
            "the address {address:#x} outside of the memory that was handed out"
        ))),
    }
}

/// `length` bytes from an address on; fewer where the block ends.
pub fn read<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    address: i64,
    length: usize,
) -> Result<Vec<u8>, Stop<D>> {
    let (block, start) = find(cx, state, address)?;
    let Some(bytes) = D::known_bytes(cx, state, &block)? else {
        return Err(Stop::unsupported("unknown bytes outside the heap"));
    };
    let end = bytes.len().min(start as usize + length);
    Ok(bytes.get(start as usize..end).unwrap_or_default().to_vec())
}

/// The text from an address to the next zero.
pub fn read_text<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    address: i64,
) -> Result<Vec<u8>, Stop<D>> {
    let mut bytes = read(cx, state, address, i32::MAX as usize)?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    bytes.truncate(end);
    Ok(bytes)
}

/// Writes a number to memory outside the heap.
pub fn write<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    address: i64,
    bytes: &[u8],
) -> Result<(), Stop<D>> {
    let (block, start) = find(cx, state, address)?;
    store_bytes(cx, state, &block, start as i32, bytes)
}

/// Stores bytes in an array from an index on; the array is long enough.
pub fn store_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
    start: i32,
    bytes: &[u8],
) -> Result<(), Stop<D>> {
    for (offset, &byte) in bytes.iter().enumerate() {
        let index = D::int(cx, state, start + offset as i32);
        let byte = D::int(cx, state, i32::from(byte as i8));
        D::store_element(cx, state, Elem::Byte, array, &index, byte)?;
    }
    Ok(())
}

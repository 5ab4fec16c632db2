//! The heap of traced runs: objects as lists of cells, each of which knows in which trip it was last touched.
//!
//! While a trip is watched, the first time it reads a cell that it has not written itself goes into the *footprint*:
//! the cells and their contents on which the trip depends. An integer read that way becomes a variable.

use program::TypeId;

use super::domain::Value;
use super::number::Path;

/// An object; 0 is null.
pub type Address = u32;

#[derive(Clone, Debug)]
pub struct Object {
    pub ty: TypeId,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub value: Value,
    /// The trip that touched it last.
    pub trip: u32,
}

/// A cell by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Static(u32),
    Cell(Address, u32),
}

/// There is no room for another object.
#[derive(Clone, Copy, Debug)]
pub struct Full;

#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Vec<Object>,
    /// Cells of all objects together; nothing is ever given back.
    cells: usize,
    statics: Vec<Option<Cell>>,
    /// The trip being watched; 0 before the first.
    pub trip: u32,
    /// What the trip read before writing it, in order, with the contents found.
    pub footprint: Vec<(Location, Value)>,
}

/// Cells before a run is given up, whatever memory there is.
const MOST_CELLS: usize = 4 << 20;

impl Heap {
    /// A new object, unless there are too many cells already.
    pub fn allocate(
        &mut self,
        ty: TypeId,
        cells: impl ExactSizeIterator<Item = Value>,
    ) -> Result<Address, Full> {
        let trip = self.trip;
        self.cells += cells.len() + 1;
        if self.cells > MOST_CELLS {
            return Err(Full);
        }
        self.objects.push(Object { ty, cells: cells.map(|value| Cell { value, trip }).collect() });
        Ok(self.objects.len() as Address)
    }

    pub fn object(&self, address: Address) -> &Object {
        &self.objects[address as usize - 1]
    }

    pub fn cell(&self, location: Location) -> Option<&Cell> {
        match location {
            Location::Static(slot) => self.statics.get(slot as usize)?.as_ref(),
            Location::Cell(address, index) => self.object(address).cells.get(index as usize),
        }
    }

    /// Reads a cell; what a static field holds before its first use is `initial`.
    pub fn read(&mut self, path: &mut Path, location: Location, initial: impl FnOnce() -> Value) -> Value {
        let trip = self.trip;
        let cell = self.slot(location, initial);
        if cell.trip == trip {
            return cell.value.clone();
        }
        let value = cell.value.as_variable(path);
        *cell = Cell { value: value.clone(), trip };
        self.footprint.push((location, value.clone()));
        value
    }

    pub fn write(&mut self, location: Location, value: Value) {
        let trip = self.trip;
        *self.slot(location, || Value::Blank) = Cell { value, trip };
    }

    /// Forgets the footprint and starts to collect a new one.
    pub fn begin_trip(&mut self) {
        self.trip += 1;
        self.footprint.clear();
    }

    fn slot(&mut self, location: Location, initial: impl FnOnce() -> Value) -> &mut Cell {
        match location {
            Location::Cell(address, index) => &mut self.objects[address as usize - 1].cells[index as usize],
            Location::Static(slot) => {
                let slot = slot as usize;
                if self.statics.len() <= slot {
                    self.statics.resize(slot + 1, None);
                }
                self.statics[slot].get_or_insert_with(|| Cell { value: initial(), trip: 0 })
            }
        }
    }
}

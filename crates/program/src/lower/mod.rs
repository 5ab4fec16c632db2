use crate::code::Body;
use crate::{LinkError, Method, Program};

pub(crate) fn lower(_program: &Program, _method: &Method, _at: u32) -> Result<Body, LinkError> {
    Err(LinkError::new(crate::LinkErrorKind::Verify, "not lowered yet"))
}

//! Pattern switches (`SwitchBootstraps`): a static method that tries the labels in order, from the one to restart at.

use super::{Lowering, Site};
use crate::classfile::pool::Loadable;
use crate::code::{Builder, Cond, Forward, Inst, Kind, Reg};
use crate::define::{MethodCode, MethodDef};
use crate::lower::Result;
use crate::{ClassId, Flags, JavaText, MethodType, Program, TypeId};

/// What a case asks of the value.
#[derive(Clone)]
enum Label {
    Type(TypeId),
    Text(JavaText),
    /// An `Integer` or `Character` of this value.
    Int(i32),
    /// The enum constant of this class and name.
    Constant(TypeId, String),
}

impl Lowering<'_> {
    pub(super) fn type_switch(&mut self, site: &Site, ty: &MethodType) -> Result<Option<()>> {
        let labels = (0..site.arguments.len()).map(|index| self.type_label(site, index));
        let Some(labels) = labels.collect::<Result<Option<Vec<_>>>>()? else { return Ok(None) };
        self.switch_helper(site, ty, labels)
    }

    /// As `typeSwitch`, but a string is the name of a constant.
    pub(super) fn enum_switch(&mut self, site: &Site, ty: &MethodType) -> Result<Option<()>> {
        let Some(&of) = ty.params.first() else { return Ok(None) };
        let mut labels = Vec::new();
        for index in 0..site.arguments.len() {
            labels.push(match self.argument(site, index)? {
                Loadable::String(text) => Label::Constant(of, self.text(text)?),
                Loadable::Class(class) => Label::Type(self.class_constant(class)?),
                _ => return Ok(None),
            });
        }
        self.switch_helper(site, ty, labels)
    }

    fn type_label(&self, site: &Site, index: usize) -> Result<Option<Label>> {
        Ok(match self.argument(site, index)? {
            Loadable::Class(class) => Some(Label::Type(self.class_constant(class)?)),
            Loadable::String(text) => Some(Label::Text(JavaText::from(self.text(text)?.as_str()))),
            Loadable::Int(value) => Some(Label::Int(value)),
            Loadable::Dynamic(constant) => self.enum_label(constant)?,
            _ => None,
        })
    }

    /// `EnumDesc.of(ClassDesc.of("p.Color"), "RED")`, as compilers write a qualified enum constant.
    fn enum_label(&self, index: u16) -> Result<Option<Label>> {
        let Some(constant) = self.invocation(index, "java/lang/Enum$EnumDesc")? else { return Ok(None) };
        let (Loadable::Dynamic(class), Loadable::String(name)) =
            (self.argument(&constant, 1)?, self.argument(&constant, 2)?)
        else {
            return Ok(None);
        };
        let Some(class) = self.invocation(class, "java/lang/constant/ClassDesc")? else { return Ok(None) };
        let Loadable::String(of) = self.argument(&class, 1)? else { return Ok(None) };
        let of = self.program.class_type(&self.text(of)?.replace('.', "/"));
        Ok(Some(Label::Constant(of, self.text(name)?)))
    }

    /// A dynamic constant that is the result of `of` of a class.
    fn invocation(&self, index: u16, class: &str) -> Result<Option<Site>> {
        let site = self.site(self.pool(self.file().pool().dynamic_constant(index))?)?;
        if (site.class.as_str(), site.method.as_str()) != ("java/lang/invoke/ConstantBootstraps", "invoke") {
            return Ok(None);
        }
        let Loadable::MethodHandle(called) = self.argument(&site, 0)? else { return Ok(None) };
        let (_, member) = self.handle(called)?;
        Ok((member.class == class && member.name == "of").then_some(site))
    }

    fn switch_helper(&mut self, site: &Site, ty: &MethodType, labels: Vec<Label>) -> Result<Option<()>> {
        if *ty.params != [ty.params[0], TypeId::INT]
            || !ty.params[0].is_reference()
            || ty.result != TypeId::INT
        {
            return Ok(None);
        }
        let host = self.class.id;
        let code = move |program: &Program, _| choose(program, host, &labels);
        let helper = MethodDef {
            name: "choose".into(),
            descriptor: site.descriptor.clone(),
            flags: Flags::STATIC | Flags::PUBLIC,
            code: MethodCode::Make(Box::new(code)),
        };
        self.call_helper("Switch", helper, ty)?;
        Ok(Some(()))
    }
}

/// −1 for null, the index of the first label from `restart` on that fits, or their number.
fn choose(program: &Program, host: ClassId, labels: &[Label]) -> crate::code::Body {
    let mut out = Builder::new(program, host, [Kind::Ref, Kind::Int]);
    let (value, restart) = (Reg(0), Reg(1));
    let not_null = out.branch(|target| Inst::IfNull { equal: false, src: value, target });
    return_int(&mut out, -1);
    out.land(not_null);
    for (index, label) in labels.iter().enumerate() {
        let index = index as i32;
        let mut misses =
            vec![out.branch(|target| Inst::IfConst { cond: Cond::Gt, lhs: restart, rhs: index, target })];
        label.test(&mut out, value, &mut misses);
        return_int(&mut out, index);
        misses.into_iter().for_each(|miss| out.land(miss));
    }
    return_int(&mut out, labels.len() as i32);
    out.finish()
}

fn return_int(out: &mut Builder<'_>, value: i32) {
    let src = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value });
    out.emit(Inst::ReturnValue { src });
}

impl Label {
    /// Goes on if the value fits, otherwise takes a branch that joins `misses`.
    fn test(&self, out: &mut Builder<'_>, value: Reg, misses: &mut Vec<Forward>) {
        match self {
            &Label::Type(ty) => {
                let fits = out.value(Kind::Int, |dst| Inst::InstanceOf { dst, src: value, ty });
                misses.push(out.branch(|target| Inst::IfConst { cond: Cond::Eq, lhs: fits, rhs: 0, target }));
            }
            Label::Text(text) => {
                let text = out.program.intern(text.clone());
                let text = out.value(Kind::Ref, |dst| Inst::ConstString { dst, value: text });
                let fits =
                    out.call_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z", &[text, value]);
                let lhs = fits.expect("a boolean");
                misses.push(out.branch(|target| Inst::IfConst { cond: Cond::Eq, lhs, rhs: 0, target }));
            }
            &Label::Int(expected) => test_int(out, value, expected, misses),
            Label::Constant(class, name) => {
                let field = out.field(*class, name, *class);
                let constant = out.value(Kind::Ref, |dst| Inst::GetStatic { dst, field });
                misses.push(out.branch(|target| Inst::IfSame {
                    equal: false,
                    lhs: value,
                    rhs: constant,
                    target,
                }));
            }
        }
    }
}

/// An int label fits an `Integer` and a `Character` of that value.
fn test_int(out: &mut Builder<'_>, value: Reg, expected: i32, misses: &mut Vec<Forward>) {
    let number = out.reg(Kind::Int);
    let mut unboxed = Vec::new();
    for (class, method, descriptor) in
        [("java/lang/Integer", "intValue", "()I"), ("java/lang/Character", "charValue", "()C")]
    {
        let ty = out.program.class_type(class);
        let is = out.value(Kind::Int, |dst| Inst::InstanceOf { dst, src: value, ty });
        let other = out.branch(|target| Inst::IfConst { cond: Cond::Eq, lhs: is, rhs: 0, target });
        let src = out.call_virtual(class, method, descriptor, &[value]).expect("unboxing has a result");
        out.emit(Inst::Move { dst: number, src });
        unboxed.push(out.branch(|target| Inst::Goto { target }));
        out.land(other);
    }
    misses.push(out.branch(|target| Inst::Goto { target }));
    unboxed.into_iter().for_each(|branch| out.land(branch));
    misses.push(out.branch(|target| Inst::IfConst { cond: Cond::Ne, lhs: number, rhs: expected, target }));
}

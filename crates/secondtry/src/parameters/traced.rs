//! Finds the place in the arguments that a type refuses: serde's own errors do not tell.

use std::cell::RefCell;

use secondtry_failure::schema::fault::Pointer;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// Returns the place at which reading `arguments` as a `T` fails, and why; `None` where it does not.
pub(super) fn place_of_failure<T: DeserializeOwned>(arguments: &Value) -> Option<(Pointer, Error)> {
    let trace = Trace::default();
    let error = T::deserialize(Traced { value: arguments, trace: &trace }).err()?;
    let place = trace.failed.into_inner().unwrap_or_default();
    Some((place.iter().fold(Pointer::root(), |at, token| at.child(token)), error))
}

/// Where reading is, and where it failed first.
#[derive(Default)]
struct Trace {
    here: RefCell<Vec<String>>,
    failed: RefCell<Option<Vec<String>>>,
}

impl Trace {
    /// Reads what stands at `token` below the present place.
    fn read<'de, S: DeserializeSeed<'de>>(
        &self,
        token: String,
        seed: S,
        value: &'de Value,
    ) -> Result<S::Value, Error> {
        self.here.borrow_mut().push(token);
        let read = seed.deserialize(Traced { value, trace: self });
        let mut here = self.here.borrow_mut();
        if read.is_err() {
            self.failed.borrow_mut().get_or_insert_with(|| here.clone());
        }
        here.pop();
        read
    }
}

/// A value of the arguments, read as `serde_json` reads one.
struct Traced<'de, 't> {
    value: &'de Value,
    trace: &'t Trace,
}

impl<'de> Deserializer<'de> for Traced<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                visitor.visit_seq(Items { items, trace: self.trace })
            }
            Value::Object(members) => {
                let entries = members.iter();
                visitor.visit_map(Members { entries, next: None, trace: self.trace })
            }
            scalar => scalar.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The name of a member. As `serde_json` has it, a map may read a number or a boolean from one.
struct Name<'de>(&'de str);

impl<'de> Name<'de> {
    fn scalar<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match serde_json::from_str::<Value>(self.0) {
            Ok(scalar @ (Value::Bool(_) | Value::Number(_))) => scalar.deserialize_any(visitor),
            Ok(_) | Err(_) => visitor.visit_borrowed_str(self.0),
        }
    }
}

macro_rules! read_scalars {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.scalar(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Error;

    read_scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        BorrowedStrDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de, 't, I: Iterator<Item = (usize, &'de Value)>> {
    items: I,
    trace: &'t Trace,
}

impl<'de, I: Iterator<Item = (usize, &'de Value)>> SeqAccess<'de> for Items<'de, '_, I> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        self.trace.read(index.to_string(), seed, item).map(Some)
    }
}

struct Members<'de, 't, I: Iterator<Item = (&'de String, &'de Value)>> {
    entries: I,
    next: Option<(&'de String, &'de Value)>,
    trace: &'t Trace,
}

impl<'de, I: Iterator<Item = (&'de String, &'de Value)>> MapAccess<'de> for Members<'de, '_, I> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.next = self.entries.next();
        let Some((name, _)) = self.next else { return Ok(None) };
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some((name, value)) = self.next.take() else {
            return Err(Error::custom("a value without a name"));
        };
        self.trace.read(name.clone(), seed, value)
    }
}

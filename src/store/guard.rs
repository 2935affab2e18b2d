//! Panics of code that is not ours (sled 0.34 panics on some damage) become sentences.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs this; a panic in it becomes its message.
///
/// Whatever the closure was changing when it panicked must not be trusted afterwards.
pub(super) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

/// [`guard`], without the panic's own lines on standard error: its message will be part of a sentence.
pub(super) fn guard_quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = guard(work);
    QUIET.set(false);
    result
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guard_quietly(|| 5), Ok(5));
        assert_eq!(guard_quietly(|| -> u8 { panic!("plain") }), Err("plain".to_owned()));
        assert_eq!(guard_quietly(|| -> u8 { panic!("number {}", 5) }), Err("number 5".to_owned()));
    }
}

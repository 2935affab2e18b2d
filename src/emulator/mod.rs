//! A local Bot API server and its chat page.

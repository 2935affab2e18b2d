//! The page at `/`: a group chat to try the bot in. All of it is embedded.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

/// Path, content type and content of every part of the page.
const PARTS: [(&str, &str, &str); 8] = [
    ("/", "text/html; charset=utf-8", include_str!("../../assets/web/index.html")),
    ("/app.css", "text/css; charset=utf-8", include_str!("../../assets/web/app.css")),
    ("/app.js", "text/javascript; charset=utf-8", include_str!("../../assets/web/app.js")),
    ("/pane.js", "text/javascript; charset=utf-8", include_str!("../../assets/web/pane.js")),
    ("/composer.js", "text/javascript; charset=utf-8", include_str!("../../assets/web/composer.js")),
    ("/message.js", "text/javascript; charset=utf-8", include_str!("../../assets/web/message.js")),
    ("/words.js", "text/javascript; charset=utf-8", include_str!("../../assets/web/words.js")),
    ("/icon.svg", "image/svg+xml", include_str!("../../assets/web/icon.svg")),
];

/// Nothing but the page's own parts is ever loaded or run.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The routes of the page.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    PARTS.into_iter().fold(Router::new(), |router, (path, mime, content)| {
        let part = async move || {
            let headers = [
                (header::CONTENT_TYPE, mime),
                (header::CACHE_CONTROL, "no-cache"),
                (header::CONTENT_SECURITY_POLICY, POLICY),
            ];
            (headers, content).into_response()
        };
        router.route(path, get(part))
    })
}

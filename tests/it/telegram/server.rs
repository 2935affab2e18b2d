//! A Bot API server that answers what a test tells it to, and remembers what it was asked.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{FromRequest, Multipart, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::any;
use doushou::config::{Deadlines, TelegramConfig, Token};
use doushou::people::Lang;
use doushou::telegram::Telegram;
use serde_json::{Map, Value, json};

/// The token of every test: no error, log or debug output may show it.
pub const TOKEN: &str = "900:Secret-of_the_bot";

/// A request as it came over the wire.
#[derive(Clone, Debug)]
pub struct Call {
    /// In lower case: the API does not care.
    pub method: String,
    /// The parameters; in a request with a picture every one is a text.
    pub fields: Value,
    /// The part called `board`.
    pub picture: Option<Vec<u8>>,
}

/// What to answer: a status, and a body that need not be the API's.
pub type Answer = (u16, String);

/// `{"ok":true,"result":…}`
pub fn ok(result: Value) -> Answer {
    (200, json!({ "ok": true, "result": result }).to_string())
}

/// `{"ok":false,…}`
pub fn refuse(code: u16, text: &str, parameters: Value) -> Answer {
    let body = json!({ "ok": false, "error_code": code, "description": text, "parameters": parameters });
    (code, body.to_string())
}

/// No answer, ever: the line stays open.
pub fn hang() -> Answer {
    (NEVER, String::new())
}

/// The status of an answer that is not given.
const NEVER: u16 = 0;

type Script = dyn Fn(&Call) -> Answer + Send + Sync;

/// The running server.
pub struct Server {
    pub calls: Arc<Mutex<Vec<Call>>>,
    pub config: TelegramConfig,
}

#[derive(Clone)]
struct Shared {
    calls: Arc<Mutex<Vec<Call>>>,
    script: Arc<Script>,
}

impl Server {
    /// Starts a server that answers by this script; getMe it knows itself.
    pub async fn start(script: impl Fn(&Call) -> Answer + Send + Sync + 'static) -> Server {
        let calls = Arc::default();
        let shared = Shared { calls: Arc::clone(&calls), script: Arc::new(script) };
        let app = Router::new().route("/{token}/{method}", any(serve)).with_state(shared);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await });
        let config = TelegramConfig {
            token: Token::parse(TOKEN).unwrap(),
            api_url: format!("http://{address}").parse().unwrap(),
            proxy: None,
            webhook: None,
            deadlines: Deadlines::default(),
        };
        Server { calls, config }
    }

    pub async fn connect(&self) -> Telegram {
        Telegram::connect(&self.config, Lang::En, Arc::default()).await.unwrap()
    }

    /// The calls so far, without those named, oldest first.
    pub fn calls_but(&self, left_out: &str) -> Vec<Call> {
        self.calls.lock().unwrap().iter().filter(|call| call.method != left_out).cloned().collect()
    }

    /// The last call.
    pub fn last(&self) -> Call {
        self.calls.lock().unwrap().last().cloned().expect("a call")
    }
}

async fn serve(
    State(shared): State<Shared>,
    Path((token, method)): Path<(String, String)>,
    request: Request,
) -> impl IntoResponse {
    if token != format!("bot{TOKEN}") {
        return status(refuse(401, "Unauthorized", json!({})));
    }
    let multipart = request.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"multipart"));
    let (fields, picture) = if multipart {
        read_form(Multipart::from_request(request, &()).await.unwrap()).await
    } else {
        let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
        (serde_json::from_slice(&body).unwrap(), None)
    };
    let call = Call { method: method.to_lowercase(), fields, picture };
    shared.calls.lock().unwrap().push(call.clone());
    let answer = match call.method.as_str() {
        "getme" => ok(json!({ "id": 900, "is_bot": true, "first_name": "Doushou", "username": "DoushouBot" })),
        _ => (shared.script)(&call),
    };
    if answer.0 == NEVER {
        std::future::pending::<()>().await;
    }
    status(answer)
}

async fn read_form(mut form: Multipart) -> (Value, Option<Vec<u8>>) {
    let (mut fields, mut picture) = (Map::new(), None);
    while let Some(field) = form.next_field().await.unwrap() {
        let name = field.name().unwrap().to_owned();
        if field.file_name().is_some() {
            assert_eq!((name.as_str(), field.content_type()), ("file", Some("image/png")));
            picture = Some(field.bytes().await.unwrap().to_vec());
        } else {
            fields.insert(name, field.text().await.unwrap().into());
        }
    }
    (fields.into(), picture)
}

fn status((code, body): Answer) -> (StatusCode, String) {
    (StatusCode::from_u16(code).unwrap(), body)
}

//! The parameters of a call, however they came: JSON, form, multipart or query string.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::{Form, http};
use serde_json::{Map, Value, json};

use super::error::ApiError;

/// The parameters of a call. The Bot API takes every value as a string too, and JSON inside strings.
pub struct Params {
    values: Map<String, Value>,
    files: HashMap<String, Upload>,
    /// json, multipart, form or query.
    pub encoding: &'static str,
}

/// An uploaded file.
#[derive(Clone)]
pub struct Upload {
    pub name: String,
    pub mime: String,
    pub bytes: Arc<[u8]>,
}

/// Why there are no parameters.
pub enum Unreadable {
    /// The connection ended before the request did: whoever sent it is gone.
    CutShort,
    Wrong(ApiError),
}

impl From<ApiError> for Unreadable {
    fn from(error: ApiError) -> Unreadable {
        Unreadable::Wrong(error)
    }
}

impl Params {
    /// Reads them from a request. What the query string says counts too, but less.
    pub async fn read(request: Request) -> Result<Params, Unreadable> {
        let (head, body) = request.into_parts();
        let body = match Bytes::from_request(Request::from_parts(head.clone(), body), &()).await {
            Ok(body) => body,
            Err(BytesRejection::FailedToBufferBody(FailedToBufferBody::UnknownBodyError(_))) => {
                return Err(Unreadable::CutShort);
            }
            Err(error) => return Err(ApiError::broken(error.body_text()).into()),
        };
        Ok(Params::parse(Request::from_parts(head, body.into())).await?)
    }

    /// Reads them from a request all of which is here.
    async fn parse(request: Request) -> Result<Params, ApiError> {
        let query = pairs(Query::<Vec<(String, String)>>::try_from_uri(request.uri()).map(|Query(pairs)| pairs))?;
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut params = if request.method() == http::Method::GET || kind.is_empty() {
            Params { values: Map::new(), files: HashMap::new(), encoding: "query" }
        } else if kind.starts_with("application/json") {
            Params::read_json(request).await?
        } else if kind.starts_with("application/x-www-form-urlencoded") {
            let form = Form::<Vec<(String, String)>>::from_request(request, &()).await;
            let values = pairs(form.map(|Form(pairs)| pairs))?;
            Params { values, files: HashMap::new(), encoding: "form" }
        } else if kind.starts_with("multipart/form-data") {
            Params::read_multipart(request).await?
        } else {
            return Err(ApiError::broken(format!("unsupported content type {kind}")));
        };
        for (name, value) in query {
            params.values.entry(name).or_insert(value);
        }
        Ok(params)
    }

    async fn read_json(request: Request) -> Result<Params, ApiError> {
        let unreadable = |error: String| ApiError::broken(format!("can't parse JSON of the request: {error}"));
        let body = Bytes::from_request(request, &()).await.map_err(|error| unreadable(error.to_string()))?;
        let values = match body.is_empty() {
            true => Map::new(),
            false => serde_json::from_slice(&body).map_err(|error| unreadable(error.to_string()))?,
        };
        Ok(Params { values, files: HashMap::new(), encoding: "json" })
    }

    async fn read_multipart(request: Request) -> Result<Params, ApiError> {
        let unreadable = |error: String| ApiError::broken(format!("can't parse the multipart request: {error}"));
        let mut parts = Multipart::from_request(request, &()).await.map_err(|error| unreadable(error.to_string()))?;
        let mut params = Params { values: Map::new(), files: HashMap::new(), encoding: "multipart" };
        while let Some(part) = parts.next_field().await.map_err(|error| unreadable(error.body_text()))? {
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let mime = part.content_type().unwrap_or("application/octet-stream").to_owned();
            let bytes = part.bytes().await.map_err(|error| unreadable(error.body_text()))?;
            match file {
                Some(file) => {
                    params.files.insert(name, Upload { name: file, mime, bytes: Arc::from(bytes.as_ref()) });
                }
                None => {
                    let text = String::from_utf8(bytes.to_vec());
                    let text = text.map_err(|_| ApiError::broken("strings must be encoded in UTF-8"))?;
                    params.values.insert(name, text.into());
                }
            }
        }
        Ok(params)
    }

    /// The names of all parameters; uploads that another parameter names with `attach://` do not count.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let attached = |name: &&String| !self.values.values().any(|value| mentions(value, &format!("attach://{name}")));
        self.values.keys().map(String::as_str).chain(self.files.keys().filter(attached).map(String::as_str))
    }

    /// Everything as JSON, without the bytes of files.
    pub fn to_json(&self) -> Value {
        let mut all = self.values.clone();
        for (name, file) in &self.files {
            let about = json!({"name": file.name, "type": file.mime, "size": file.bytes.len()});
            all.insert(name.clone(), json!({"$file": about}));
        }
        all.into()
    }

    /// A string, `None` if absent or empty.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.values.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }
        .filter(|text| !text.is_empty())
    }

    /// A string that has to be there.
    pub fn required(&self, name: &str) -> Result<String, ApiError> {
        self.text(name).ok_or_else(|| ApiError::broken(format!("parameter \"{name}\" is required")))
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> Result<Option<i64>, ApiError> {
        match self.text(name) {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(ApiError::broken(format!("parameter \"{name}\" must be of type Number, not {text:?}"))),
            },
        }
    }

    /// A yes or no; no if absent.
    pub fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.text(name).map(|text| text.to_lowercase()).as_deref() {
            Some("true" | "yes" | "1") => Ok(true),
            None | Some("false" | "no" | "0") => Ok(false),
            Some(other) => Err(ApiError::broken(format!("parameter \"{name}\" must be a Boolean, not {other:?}"))),
        }
    }

    /// An object or list, possibly as JSON inside a string; `what` is Telegram's name for it.
    pub fn object(&self, name: &str, what: &str) -> Result<Option<Value>, ApiError> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => match serde_json::from_str(text) {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(ApiError::broken(format!("can't parse {what} JSON object"))),
            },
            Some(value) => Ok(Some(value.clone())),
        }
    }

    /// The file a parameter stands for: uploaded under its name, or under the name after `attach://`.
    pub fn upload(&self, name: &str, reference: Option<&str>) -> Option<&Upload> {
        match reference.and_then(|reference| reference.strip_prefix("attach://")) {
            Some(attached) => self.files.get(attached),
            None => self.files.get(name),
        }
    }

    /// The chat the call is about, for recording and faults.
    pub fn chat_id(&self) -> Option<i64> {
        self.text("chat_id")?.parse().ok()
    }
}

fn pairs<E: std::fmt::Display>(read: Result<Vec<(String, String)>, E>) -> Result<Map<String, Value>, ApiError> {
    let pairs = read.map_err(|error| ApiError::broken(format!("can't parse the parameters: {error}")))?;
    Ok(pairs.into_iter().map(|(name, value)| (name, value.into())).collect())
}

fn mentions(value: &Value, reference: &str) -> bool {
    match value {
        Value::String(text) => text == reference || text.contains(&format!("\"{reference}\"")),
        Value::Array(list) => list.iter().any(|item| mentions(item, reference)),
        Value::Object(fields) => fields.values().any(|item| mentions(item, reference)),
        _ => false,
    }
}

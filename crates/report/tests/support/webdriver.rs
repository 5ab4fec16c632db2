//! A small WebDriver client: enough of the protocol to open a page from disk, press keys, click, run scripts, read the console and
//! take a screenshot. Starts `chromedriver` on a free loopback port and ends it with the session.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// A headless browser, or why there is none.
    pub fn start() -> Result<Self, String> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                format!("cannot start chromedriver (scripts/setup --tests installs it): {error}")
            })?;
        let port = announced_port(&mut driver)?;
        let mut browser = Self { driver, port, session: String::new() };
        let options = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "binary": "/usr/bin/chromium", "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-quic", "--disable-sync",
                "--disable-background-networking", "--disable-component-update", "--window-size=1300,1000",
            ]},
        }}});
        let answer = browser.call("POST", "/session", &options)?;
        browser.session = answer["sessionId"].as_str().ok_or("no session id")?.to_string();
        Ok(browser)
    }

    pub fn open(&self, page: &Path) -> Result<(), String> {
        let address = format!("file://{}", page.display());
        self.command("POST", "/url", &json!({ "url": address })).map(drop)
    }

    /// Runs a script; its `return` value comes back.
    pub fn script(&self, script: &str) -> Result<Value, String> {
        self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns `value`; what it returned last is in the error.
    pub fn wait_for(&self, script: &str, value: impl Into<Value>) -> Result<(), String> {
        let wanted = value.into();
        let mut last = Value::Null;
        for _ in 0..100 {
            last = self.script(script)?;
            if last == wanted {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Err(format!("`{script}` stays {last}, not {wanted}"))
    }

    pub fn click(&self, selector: &str) -> Result<(), String> {
        let element = self.find(selector)?;
        self.command("POST", &format!("/element/{element}/click"), &json!({})).map(drop)
    }

    pub fn type_into(&self, selector: &str, text: &str) -> Result<(), String> {
        let element = self.find(selector)?;
        self.command("POST", &format!("/element/{element}/value"), &json!({ "text": text })).map(drop)
    }

    /// What the console said, warnings and errors only.
    pub fn complaints(&self) -> Result<Vec<String>, String> {
        let log = self.command("POST", "/se/log", &json!({ "type": "browser" }))?;
        let entries = log.as_array().cloned().unwrap_or_default();
        Ok(entries
            .iter()
            .filter(|entry| entry["level"] != "INFO" && entry["level"] != "DEBUG")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_string())
            .collect())
    }

    /// A PNG of the window, base64.
    pub fn screenshot(&self) -> Result<String, String> {
        let answer = self.command("GET", "/screenshot", &Value::Null)?;
        Ok(answer.as_str().unwrap_or_default().to_string())
    }

    fn find(&self, selector: &str) -> Result<String, String> {
        let query = json!({ "using": "css selector", "value": selector });
        let answer = self.command("POST", "/element", &query)?;
        let element = answer.as_object().and_then(|fields| fields.values().next()).and_then(Value::as_str);
        element.map(str::to_string).ok_or_else(|| format!("no element `{selector}`"))
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let text = if method == "GET" { String::new() } else { body.to_string() };
        let fail = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(fail)?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(fail)?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
            text.len()
        )
        .map_err(fail)?;
        let json = read_body(stream).map_err(fail)?;
        let answer: Value = serde_json::from_slice(&json).map_err(|error| format!("{path}: {error}"))?;
        match answer["value"]["error"].as_str() {
            Some(error) => Err(format!("{method} {path}: {error}: {}", answer["value"]["message"])),
            None => Ok(answer["value"].clone()),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.command("DELETE", "", &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The body of an HTTP answer; its length is in the head, the connection may stay open.
fn read_body(stream: TcpStream) -> std::io::Result<Vec<u8>> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(body)
}

/// chromedriver prints the port it took.
fn announced_port(driver: &mut Child) -> Result<u16, String> {
    let stdout = driver.stdout.take().ok_or("chromedriver has no output")?;
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        if let Some((_, port)) = line.split_once("on port ") {
            let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
            if let Ok(port) = digits.parse::<u16>()
                && port != 0
            {
                return Ok(port);
            }
        }
    }
    Err("chromedriver named no port".into())
}

//! Takes connections.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Takes connections until `end`, `most` at a time, and has each talked with by what `converse` makes of it and of the
/// client's address. Whoever finds no place gets 503 with `taken`, which is JSON. Returns those that are open still.
pub async fn accept<C>(
    listener: TcpListener,
    most: usize,
    taken: &'static str,
    end: impl Future<Output = ()>,
    mut converse: impl FnMut(TcpStream, IpAddr) -> C,
) -> JoinSet<()>
where
    C: Future<Output = ()> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(most));
    let mut connections = JoinSet::new();
    let mut end = std::pin::pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => return connections,
            Some(_) = connections.join_next() => continue,
        };
        // Most often no file is left: one that is closed makes room.
        let Ok((stream, peer)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        // An answer goes out as soon as it is there.
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            connections.spawn(turn_away(stream, taken));
            continue;
        };
        let conversation = converse(stream, peer.ip());
        connections.spawn(async move {
            conversation.await;
            drop(place);
        });
    }
}

/// All places are taken.
async fn turn_away(mut stream: TcpStream, body: &str) {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let _ = timeout(LAST_WORDS, async {
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    })
    .await;
}

/// How long is waited for a file to be closed.
const BREATH: Duration = Duration::from_millis(20);

/// How long the words to somebody turned away may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Gets `url` with the Host header `host`, which `fetch` does not allow. */
export function getAs(host: string, url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

/** A keep-alive connection for one request at a time. Costs the process almost nothing. */
export interface Connection {
  /** Resolves once the connection is open. A request may be sent before that. */
  opened: Promise<unknown>;
  /** Sends a whole request, and resolves with the status once the whole response is here. */
  ask(request: string): Promise<number>;
  close(): void;
}

export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const opened = once(socket, 'connect');
  opened.catch(() => undefined);
  const nothing = Buffer.alloc(0);
  let received: Buffer = nothing;
  let waiting: PromiseWithResolvers<number> | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isWhole(received)) return;
    // The first line is, for example, 'HTTP/1.1 200 OK'.
    waiting?.resolve(Number(received.toString('latin1', 9, 12)));
    waiting = undefined;
    received = nothing;
  });
  const fail = () => {
    waiting?.reject(new Error(`${url} closed the connection.`));
    waiting = undefined;
  };
  socket.on('error', fail);
  socket.on('close', fail);
  return {
    opened,
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => void socket.destroy(),
  };
}

function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return received.length >= headEnd + 4 + Number(length);
  if (/^HTTP\/1.1 (204|304)/.test(head)) return true;
  return received.subarray(-5).equals(lastChunk);
}

const lastChunk = Buffer.from('0\r\n\r\n');

/** Returns the text of a request. With a `body`, it is a POST of JSON. */
export function requestOf(path: string, headers: Record<string, string> = {}, body?: unknown) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = body === undefined ? headers : { ...headers, ...jsonHeaders(json) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${json}`;
}

function jsonHeaders(json: string) {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
  };
}

/** One request, or a function that returns the next one. */
export type Requests = string | (() => string);

/**
 * Opens a connection whose `ask` sends a request and throws unless the response is 200. Must be
 * closed.
 */
export function asker(url: string, requests: Requests) {
  const connection = openConnection(url);
  return {
    async ask(): Promise<void> {
      const request = typeof requests === 'string' ? requests : requests();
      const status = await connection.ask(request);
      if (status !== 200) throw new Error(`${request.split('\r\n', 1)[0]} gave ${status}.`);
    },
    close: connection.close,
  };
}

interface Load {
  connections?: number;
  milliseconds?: number;
  /** True if a refusal is not counted and not an error. */
  mayRefuse?: boolean;
}

/**
 * Returns the number of 200 responses a second over several connections that send one request after
 * another.
 */
export async function requestsPerSecond(
  url: string,
  requests: Requests,
  { connections = 32, milliseconds = 2_000, mayRefuse = false }: Load = {},
): Promise<number> {
  const askers = Array.from({ length: connections }, () => asker(url, requests));
  const served = () => true;
  const refused = (error: unknown) => {
    if (mayRefuse) return false;
    throw error;
  };
  const start = performance.now();
  const until = start + milliseconds;
  let answers = 0;
  await Promise.all(
    askers.map(async ({ ask, close }) => {
      while (performance.now() < until) {
        if (await ask().then(served, refused)) answers++;
      }
      close();
    }),
  );
  return (answers * 1_000) / (performance.now() - start);
}

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Person } from './people.ts';

export interface LoadCount {
  answered: number;
  /** The number of acknowledged messages. */
  posted: number;
  failures: string[];
}

export interface Load {
  /** Stops the load, and resolves when all requests are answered. */
  stop(): Promise<LoadCount>;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie?: string;
  body?: object;
}

/** Returns call `n`. One in five sends a message, the others read a list or a listing. */
function callOf(n: number, people: Person[]): Call {
  const reader = people[n % people.length]!;
  const owner = people[(n * 7 + 1) % people.length]!;
  if (n % 5 === 0 && reader !== owner) {
    const body = { receiverId: owner.id, listingId: owner.listingId, content: `Message ${n}` };
    return { method: 'POST', path: '/api/messages', cookie: reader.cookie, body };
  }
  if (n % 5 === 1) return { method: 'GET', path: '/api/listings?limit=10' };
  return { method: 'GET', path: `/api/listings/${owner.listingId}` };
}

/**
 * Sends requests at a steady rate, whether or not the responses arrive. Uses a connection for each
 * request, as many visitors would. A few persistent connections could all use the same nginx
 * worker, and the other workers would not notice that an instance is back.
 */
export function startLoad(url: string, people: Person[], perSecond: number): Load {
  const agent = new Agent({ maxSockets: 100 });
  const count: LoadCount = { answered: 0, posted: 0, failures: [] };
  const underWay = new Set<Promise<void>>();
  const start = performance.now();
  let sent = 0;

  const ask = async (call: Call) => {
    const at = Math.round(performance.now() - start);
    const failed = (why: string) =>
      count.failures.push(`${call.method} ${call.path} after ${at} ms: ${why}`);
    try {
      const { status, body } = await send(url, call, agent);
      if (status >= 400) failed(`${status} ${body.slice(0, 200).replaceAll(/\s+/g, ' ')}`);
      else if (call.method === 'POST') count.posted++;
      count.answered++;
    } catch (error) {
      failed(String(error));
    }
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1000) * perSecond;
    for (; sent < due; sent++) {
      const asked = ask(callOf(sent, people)).finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
  }, 10);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
      return count;
    },
  };
}

/** Sends one request without the hidden retry that `fetch` may make. */
function send(url: string, { method, path, cookie, body }: Call, agent: Agent) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const call = request(url + path, { method, headers, agent }, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
    });
    call.once('error', reject);
    call.end(body && JSON.stringify(body));
  });
}

import { WebSocket } from 'ws';

export interface Answer {
  status: number;
  /** The parsed JSON body, or an empty object if the response is not JSON. */
  body: Record<string, unknown>;
  headers: Headers;
}

/** A browser on some network, as far as attacks need one: cookies, calls and sockets. */
export interface Visitor {
  cookies: Map<string, string>;
  /** Calls the REST API. Sends the cookies and stores those of the response. */
  rest(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Makes a tRPC query over HTTP. */
  query(procedure: string, input?: unknown): Promise<Answer>;
  mutate(procedure: string, input?: unknown): Promise<Answer>;
  /** Opens a WebSocket on /trpc. The server may refuse it. */
  socket(): WebSocket;
}

/**
 * Creates a browser that sends `ip` in X-Forwarded-For, like a proxy. One process can thus attack
 * from many networks.
 */
export function createVisitor(url: string, ip: string): Visitor {
  const cookies = new Map<string, string>();
  const headers = () => ({
    origin: url,
    'x-forwarded-for': ip,
    ...(cookies.size > 0 && {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
  });
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : {},
      headers: response.headers,
    };
  };
  return {
    cookies,
    rest: send,
    query: (procedure, input) => {
      const query =
        input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return send('GET', `/trpc/${procedure}${query}`);
    },
    mutate: (procedure, input = {}) => send('POST', `/trpc/${procedure}`, input),
    socket: () => new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers: headers() }),
  };
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { CookieName } from '../../context.ts';
import { cookieName } from '../../platform/http.ts';
import type { TestServer } from '../server.ts';
import type { Role } from './statuses.ts';
import { browserCookie, type World } from './world.ts';

export interface Answer {
  status: number;
  type: string;
  /** The header `Retry-After`; null over a WebSocket and without the header. */
  retryAfter: string | null;
  body: Buffer;
}

/** The input of a REST route. `params` fill the placeholders of its path. */
export interface RestCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData | Blob;
}

export interface ProcedureCall {
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  input: unknown;
}

/** Returns the cookies of a role's browser. The owner's browser is trusted. */
export function cookiesOf(world: World, role: Role): string {
  const name = (cookie: CookieName) => cookieName(cookie, world.ctx.config.secureCookies);
  return [
    `${name('browser')}=${browserCookie}`,
    ...(role === 'visitor' ? [] : [world[role].cookie]),
    ...(role === 'owner' ? [`${name('device')}=${world.deviceToken}`] : []),
  ].join('; ');
}

/** Returns the email address of a role's user; empty for a visitor. */
export function emailOf(world: World, role: Role): string {
  return role === 'visitor' ? '' : world[role].user.email;
}

export function callProcedure(
  server: TestServer,
  cookie: string,
  call: ProcedureCall,
): Promise<Answer> {
  if (call.type === 'subscription') return callOverSocket(server, cookie, call);
  const { name, type, input } = call;
  const url = new URL(`${server.url}/trpc/${name}`);
  const text = input === undefined ? undefined : JSON.stringify(input);
  if (type === 'query' && text) url.searchParams.set('input', text);
  return send(url, {
    method: type === 'query' ? 'GET' : 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: type === 'query' ? null : (text ?? null),
  });
}

/** Calls a REST route, for example 'GET /api/listings/:id'. */
export function callRoute(
  server: TestServer,
  cookie: string,
  { route, params = {}, query = {}, json, form }: RestCall & { route: string },
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  const url = `${server.url}${filled}?${new URLSearchParams(query)}`;
  const headers = new Headers({ cookie });
  if (json !== undefined) headers.set('content-type', 'application/json');
  return send(url, {
    method,
    headers,
    body: form ?? (json === undefined ? null : JSON.stringify(json)),
  });
}

async function send(url: URL | string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    retryAfter: answer.headers.get('retry-after'),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

/**
 * Returns the first response to a call over a new WebSocket. For a subscription, that is its start.
 */
export async function callOverSocket(
  server: TestServer,
  cookie: string,
  { name, type, input }: ProcedureCall,
): Promise<Answer> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { headers: { cookie } });
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method: type, params: { path: name, input } }));
  const [frame] = (await answered) as [Buffer];
  const closed = once(socket, 'close');
  socket.close();
  await closed;
  const { error } = JSON.parse(frame.toString()) as { error?: { data: { httpStatus: number } } };
  const status = error?.data.httpStatus ?? 200;
  return { status, type: 'application/json', retryAfter: null, body: frame };
}

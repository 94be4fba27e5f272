import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { World } from '../access/world.ts';
import { changed } from './change.ts';
import type { Case } from './cases.ts';
import { restCallOf } from './targets.ts';

export interface Answer {
  status: number;
  body: string;
  headers: Headers;
}

/** The longest address that is sent. Node accepts a request head of up to 16 KB. */
const longestAddress = 15_000;

/** Replaces placeholders in a generated input with things of the world. */
export function filled(value: unknown, world: World): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/«(\w+)»/g, (_, name: string) => thingOf(world, name));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, world));
  if (typeof value !== 'object' || value === null || value instanceof FormData) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    const own = {
      value: filled(item, world),
      enumerable: true,
      writable: true,
      configurable: true,
    };
    Object.defineProperty(copy, key, own);
  }
  return copy;
}

function thingOf(world: World, name: string): string {
  if (name === 'uuid') return randomUUID();
  if (name === 'ownerEmail') return world.owner.user.email;
  const thing: unknown = Object.entries(world).find(([key]) => key === name)?.[1];
  if (typeof thing === 'string') return thing;
  return typeof thing === 'object' && thing && 'id' in thing ? String(thing.id) : name;
}

/**
 * Returns the input of a procedure, or the call of a route as plain data. Returns undefined for raw
 * bodies.
 */
export function inputOfCase({ sent }: Case, seed: unknown, world: World): unknown {
  if (sent.kind === 'generated') return filled(changed(sent.input, sent.changes), world);
  if (sent.kind === 'changed') return filled(changed(seed, sent.changes), world);
  if (sent.kind === 'documented') return filled(changed(sent.call.body, sent.changes), world);
  return sent.kind === 'valid' ? seed : undefined;
}

/** Sends a case and returns the response. Throws if there is none. */
export async function send(
  one: Case,
  caller: Record<string, string>,
  { world, seed }: { world: World; seed: unknown },
): Promise<Answer> {
  const { url } = world.server;
  const { target } = one;
  if (target.kind === 'route') return sendToRoute(one, caller, { world, seed });
  const input = inputOfCase(one, seed, world);
  const text = one.sent.kind === 'raw' ? one.sent.body : JSON.stringify(input);
  if (target.type === 'subscription') return subscribe(url, caller, { name: target.name, text });
  const address = `${url}/trpc/${target.name}`;
  if (target.type === 'query') {
    const query = text === undefined ? '' : `?input=${encodeURIComponent(text)}`;
    return fetchAnswer(address + query, { headers: caller });
  }
  const type = one.sent.kind === 'raw' ? one.sent.type : 'application/json';
  const headers = { ...caller, 'content-type': type };
  return fetchAnswer(address, { method: 'POST', headers, body: text ?? null });
}

async function sendToRoute(
  one: Case,
  caller: Record<string, string>,
  { world, seed }: { world: World; seed: unknown },
): Promise<Answer> {
  const { target, sent } = one;
  if (target.kind !== 'route') throw new Error('not a route');
  const call = restCallOf(sent.kind === 'documented' ? sent.call : seed);
  const { form, json } = call;
  const address = { params: call.params, query: call.query };
  const { params, query } = restCallOf(
    'addressChanges' in sent ? filled(changed(address, sent.addressChanges), world) : address,
  );
  const segments = sent.kind === 'segments' ? [...sent.segments] : [];
  const path = target.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const segment = segments.shift();
    return segment ?? encodeURIComponent(textOf(params[name] ?? name));
  });
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, textOf(value)]),
  );
  const url = `${world.server.url}${path}?${search}`;
  const headers = new Headers(caller);
  if (target.method === 'GET') return fetchAnswer(url, { headers });
  const init = { method: target.method, headers };
  if (sent.kind === 'raw') {
    headers.set('content-type', sent.type);
    return fetchAnswer(url, { ...init, body: sent.body });
  }
  if (sent.kind === 'documented') {
    const { type = '' } = sent.call;
    if (type === 'application/json') headers.set('content-type', type);
    const body = bodyOf(type, inputOfCase(one, seed, world));
    return fetchAnswer(url, { ...init, body });
  }
  if (form) return fetchAnswer(url, { ...init, body: form });
  const body = sent.kind === 'changed' ? filled(changed(json, sent.changes), world) : json;
  if (body !== undefined) headers.set('content-type', 'application/json');
  return fetchAnswer(url, { ...init, body: body === undefined ? null : JSON.stringify(body) });
}

/** Returns a value as a text that can be sent. An object may have no text. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

/** Encodes a body in its documented content type. */
function bodyOf(type: string, value: unknown): string | FormData | Blob | null {
  if (value === undefined) return null;
  if (type === 'application/json') return JSON.stringify(value);
  if (type !== 'multipart/form-data') return new Blob([textOf(value)], { type });
  const form = new FormData();
  for (const [name, part] of Object.entries(value ?? {})) {
    if (name === 'file') form.append(name, new Blob([textOf(part)]), 'file.jpg');
    else form.append(name.toWellFormed(), textOf(part));
  }
  return form;
}

async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  // Each call uses a new connection, because a connection that the server closes would fail the
  // next call.
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  try {
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    return { status: answer.status, body: await answer.text(), headers: answer.headers };
  } catch (error) {
    // Node closes the connection if the head is too long.
    if (url.length <= longestAddress) throw error;
    return { status: 431, body: '', headers: new Headers() };
  }
}

/** Returns the first frame, or 400 if the socket closes first. */
async function subscribe(
  url: string,
  caller: Record<string, string>,
  { name, text }: { name: string; text: string | undefined },
): Promise<Answer> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers: caller });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const input = text === undefined ? '' : `,"input":${text}`;
  socket.send(`{"id":1,"method":"subscription","params":{"path":"${name}"${input}}}`);
  const first = await Promise.race([once(socket, 'message'), closed]);
  const frame = Buffer.isBuffer(first[0]) ? first[0].toString() : '';
  socket.close();
  await closed;
  if (frame === '') return { status: 400, body: '', headers: new Headers() };
  const { error } = JSON.parse(frame) as { error?: { data?: { httpStatus?: number } } };
  const status = error ? (error.data?.httpStatus ?? 400) : 200;
  const headers = new Headers({ 'content-type': 'application/json' });
  return { status, body: frame, headers };
}

import type { Duplex } from 'node:stream';
import {
  type AnyProcedure,
  type AnyRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  isTrackedEnvelope,
  TRPCError,
} from '@trpc/server';
import {
  parseTRPCMessage,
  type TRPCClientOutgoingMessage,
  type TRPCRequestMessage,
} from '@trpc/server/rpc';
import type { WebSocket } from 'ws';
import { appRouter } from '../router.ts';
import { noSuchCall, refusalOf } from '../trpc.ts';

const { _config: config } = appRouter._def;

interface CallsOptions {
  router: AnyRouter;
  onError(error: TRPCError, path: string | undefined): void;
  /** How long a socket may be silent before a ping, and at least has to answer it. */
  quietMs?: number;
  answerMs?: number;
}

/** A WebSocket and the stream that its frames are written to. */
export type OpenSocket = { socket: WebSocket; stream: Duplex };

/** Answers calls over WebSockets, and terminates sockets that answer no ping. Must be closed. */
export function createSocketCalls(options: CallsOptions) {
  const { quietMs = 30_000, answerMs = 5_000 } = options;
  const open = new Set<SocketCalls>();
  // One timer serves all sockets.
  const check = setInterval(() => {
    const since = Date.now() - quietMs;
    for (const calls of open) calls.assertAlive(since);
  }, answerMs);
  return {
    /** Answers the calls of a socket once `context` resolves. `decode` parses a frame. */
    add(opened: OpenSocket, context: Promise<object>, decode: (frame: string) => unknown) {
      const { socket } = opened;
      const calls = new SocketCalls(opened, context, options);
      open.add(calls);
      socket.on('message', (data, isBinary) => calls.receive(data, isBinary, decode));
      socket.once('close', () => {
        open.delete(calls);
        calls.close();
      });
    },
    close: () => clearInterval(check),
  };
}

/**
 * Implements tRPC's protocol over one WebSocket. The adapter of tRPC needs twice the memory,
 * because it holds the request, a timer and a dozen closures for each socket.
 */
class SocketCalls {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #context: Promise<object>;
  readonly #options: CallsOptions;
  readonly #subscriptions = new Map<unknown, AbortController>();
  #heardAt = Date.now();
  #isPinged = false;

  constructor({ socket, stream }: OpenSocket, context: Promise<object>, options: CallsOptions) {
    this.#socket = socket;
    this.#stream = stream;
    this.#context = context;
    this.#options = options;
    context.catch((error: unknown) => {
      this.#refuse(null, error);
      // The refusal must leave before the socket closes.
      setImmediate(() => socket.close());
    });
  }

  receive(data: unknown, isBinary: boolean, decode: (frame: string) => unknown): void {
    this.#heardAt = Date.now();
    this.#isPinged = false;
    const text = String(data);
    if (text === 'PONG') return;
    if (text === 'PING') {
      this.#socket.send('PONG');
      return;
    }
    let calls: TRPCClientOutgoingMessage[];
    try {
      if (isBinary) throw new Error('A text frame is expected.');
      const frame = decode(text);
      const messages: unknown[] = Array.isArray(frame) ? frame : [frame];
      calls = messages.map((message) => parseTRPCMessage(message, config.transformer));
    } catch (cause) {
      const message = "This frame isn't a call in JSON.";
      this.#refuse(null, new TRPCError({ code: 'PARSE_ERROR', message, cause }));
      return;
    }
    for (const call of calls) void this.#answer(call);
  }

  /** Pings a socket that was silent since `since`, or terminates it if it was pinged before. */
  assertAlive(since: number): void {
    if (this.#heardAt > since) return;
    if (this.#isPinged) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#isPinged = true;
      this.#socket.send('PING');
    }
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) subscription.abort();
  }

  /** Answers a call. Never throws. */
  async #answer(call: TRPCClientOutgoingMessage): Promise<void> {
    if (call.method === 'subscription.stop') {
      this.#subscriptions.get(call.id)?.abort();
      return;
    }
    try {
      const message = 'A call needs an id.';
      if (call.id === null) throw new TRPCError({ code: 'PARSE_ERROR', message });
      if (call.method === 'subscription') await this.#follow(call);
      else this.#send(call, { result: { type: 'data', data: await this.#run(call) } });
    } catch (error) {
      this.#refuse(call, error);
    }
  }

  /** Sends the events of a subscription until it ends or is stopped. */
  async #follow(call: TRPCRequestMessage): Promise<void> {
    const { id } = call;
    if (this.#subscriptions.has(id)) {
      throw new TRPCError({ code: 'BAD_REQUEST', message: 'This id is in use.' });
    }
    const stop = new AbortController();
    this.#subscriptions.set(id, stop);
    try {
      const events = (await this.#run(call, stop.signal)) as AsyncIterable<unknown>;
      this.#send(call, { result: { type: 'started' } });
      for await (const event of events) this.#send(call, { result: resultOf(event) });
      this.#send(call, { result: { type: 'stopped' } });
    } finally {
      this.#subscriptions.delete(id);
    }
  }

  async #run(call: TRPCRequestMessage, signal?: AbortSignal): Promise<unknown> {
    const { path, input, lastEventId } = call.params;
    const { router } = this.#options;
    const procedures: Record<string, AnyProcedure> = router._def.procedures;
    const type = Object.hasOwn(procedures, path) && procedures[path]?._def.type;
    if (type !== call.method) throw noSuchCall();
    const asked = lastEventId === undefined ? input : { ...(input as object), lastEventId };
    const ctx = await this.#context;
    return callTRPCProcedure({
      ...{ router, path, ctx, signal, type: call.method, batchIndex: 0 },
      getRawInput: async () => asked,
    });
  }

  #refuse(call: TRPCRequestMessage | null, cause: unknown): void {
    // The router's middleware does not convert refusals by contexts and subscriptions.
    const error = refusalOf(cause) ?? getTRPCErrorFromUnknown(cause);
    const { path, input } = call?.params ?? {};
    this.#options.onError(error, path);
    const about = { config, error, type: call?.method ?? 'unknown', path, input } as const;
    this.#send(call, { error: getTRPCErrorShape({ ...about, ctx: undefined }) });
  }

  #send(call: Pick<TRPCRequestMessage, 'id' | 'jsonrpc'> | null, answer: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const { id = null, jsonrpc } = call ?? {};
    const stream = this.#stream;
    // Joins frames of the same moment, such as a message's answer and its event, into one write.
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    this.#socket.send(JSON.stringify({ id, jsonrpc, ...answer }));
  }
}

/** A position appears twice in a result: for the client's library and for its code. */
function resultOf(event: unknown) {
  if (!isTrackedEnvelope(event)) return { type: 'data', data: event };
  const [id, data] = event;
  return { type: 'data', id, data: { id, data } };
}

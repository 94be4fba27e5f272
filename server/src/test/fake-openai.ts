import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    tools?: unknown;
    response_format?: { json_schema: { strict: boolean; schema: Record<string, unknown> } };
    messages: { role: string; content: string | { type: string; [part: string]: unknown }[] }[];
  };
}

type Answer = (response: ServerResponse, request: ModelRequest) => void;

/** The details that the model suggests unless a test sets another response. */
export const suggestedChair = {
  title: 'Oak chair',
  category: 'furniture',
  condition: 'like-new',
  description: 'A solid oak chair.',
};

/** Starts a real HTTP server with the chat completions API. Tests set its responses. */
export async function startModelServer() {
  const requests: ModelRequest[] = [];
  let answer: Answer = (response, { body }) =>
    says(body.response_format ? JSON.stringify(suggestedChair) : 'A chair.')(response);
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const received = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(body) as ModelRequest['body'],
      };
      requests.push(received);
      answer(response, received);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answerWith: (next: Answer) => void (answer = next),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export function says(
  content: string | null,
  more: { refusal?: string; finish?: string } = {},
): (response: ServerResponse) => void {
  return answers(200, {
    id: 'completion',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: more.finish ?? 'stop',
        message: { role: 'assistant', content, refusal: more.refusal ?? null },
      },
    ],
  });
}

export function answers(
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

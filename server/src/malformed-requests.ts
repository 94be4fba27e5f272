import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Returns a decodable address. A malformed path keeps its percent signs, as on the client. */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  try {
    if (path.includes('%')) decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

const tooLong = `The address and headers are too long. The limit is ${maxHeaderSize / 1024} KB.`;

/** The responses to unreadable requests, by the code of the error. */
const refusals: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, tooLong],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/** Responds to a client that sent no readable request, in the form of every other refusal. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = refusals[error.code ?? ''] ?? [400, 'The request is malformed.'];
  const body = JSON.stringify({ message });
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', ''].join('\r\n');
  if (socket.writable) socket.write(head + body);
  socket.destroySoon();
}

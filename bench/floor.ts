import Fastify from 'fastify';
import { createPool } from '@marketplace/db/database';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * What the marketplace is measured against: a bare Fastify route that runs one named statement, and a
 * bare WebSocket server that stores a message and hands it on. No sign-in, no checks, no log.
 */
const { DATABASE_URL, PORT, LIST = '{}' } = process.env;
const pool = createPool({ connectionString: DATABASE_URL, max: 20 }, () => undefined);
const list = { name: 'list', ...(JSON.parse(LIST) as { text: string; values: unknown[] }) };
await pool.query(
  'create table if not exists floor_messages (id uuid primary key, recipient text, content text)',
);

const app = Fastify();
app.get('/readyz', async () => ({}));
app.get('/list', async (_request, reply) => {
  const { rows } = await pool.query(list);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

const people = new Map<string, WebSocket>();
new WebSocketServer({ server: app.server }).on('connection', (socket, request) => {
  people.set(request.url ?? '', socket);
  socket.on('message', async (data: Buffer) => {
    const { id, to, content } = JSON.parse(data.toString()) as Record<string, string>;
    await pool.query({
      name: 'store',
      text: 'insert into floor_messages (id, recipient, content) values ($1, $2, $3)',
      values: [id, to, content],
    });
    people.get(to ?? '')?.send(JSON.stringify({ id, content }));
  });
});
process.on('SIGTERM', () => process.exit(0));

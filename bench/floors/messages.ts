import { createServer } from 'node:http';
import { Pool } from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * The baseline for messages: a bare WebSocket server that stores each message with one `insert` and
 * sends it to its recipient. It imports nothing from the marketplace.
 */
const { DATABASE_URL, PORT } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });
await pool.query(
  'create table if not exists floor_messages (id uuid primary key, recipient text, content text)',
);

const people = new Map<string, WebSocket>();
const server = createServer((_request, response) => response.end('{}'));
new WebSocketServer({ server }).on('connection', (socket, request) => {
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
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

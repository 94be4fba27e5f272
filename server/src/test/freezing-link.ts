import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a server whose connections can freeze without being closed. */
export interface FreezingLink {
  port: number;
  /** Stops all data on the open connections without closing them. New connections work. */
  freeze(): void;
  close(): Promise<void>;
}

export async function startFreezingLink(target: number): Promise<FreezingLink> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const socket of open) socket.unpipe().pause();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

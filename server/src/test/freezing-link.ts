import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server of which connections can be made to die without a word. */
export interface FreezingLink {
  port: number;
  /** From now on nothing passes over the open connections, silently; new ones work. */
  freeze(): void;
  close(): Promise<void>;
}

/** A link to a TCP port of this machine. */
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

import { connect, createServer, type Socket } from 'node:net';

/** A load balancer in front of the instances. Each connection goes to one of them. */
export interface Proxy {
  url: string;
  /** Cuts the open connections that `choose` selects, even in the middle of a response. */
  cut(choose: () => boolean): number;
  close(): Promise<void>;
}

/** Starts a proxy. `choosePort` returns the port of the instance for the next connection. */
export async function startProxy(choosePort: () => number): Promise<Proxy> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(choosePort(), '127.0.0.1');
    open.add(near);
    const end = () => {
      open.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).once('close', end);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    cut(choose) {
      const chosen = [...open].filter(choose);
      for (const socket of chosen) socket.resetAndDestroy();
      return chosen.length;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

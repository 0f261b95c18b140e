import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and a server on loopback. */
export interface SilentProxy {
  readonly port: number;
  /**
   * Behaviour of the proxy. `mute`: connections are accepted and nothing is answered, as by a hanging process or a network
   * that loses packets. `gone`: connections are closed and refused. `open`: everything passes; held connections are closed.
   */
  become(state: 'open' | 'mute' | 'gone'): void;
  close(): Promise<void>;
}

export async function startSilentProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<SilentProxy> {
  let state: 'open' | 'mute' | 'gone' = 'open';
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    hold(client);
    if (state === 'gone') client.resetAndDestroy();
    if (state !== 'open') return;
    const upstream = connect(target);
    hold(upstream);
    client.on('data', (data) => state === 'open' && upstream.write(data));
    upstream.on('data', (data) => state === 'open' && client.write(data));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      state = next;
      if (state !== 'mute') cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

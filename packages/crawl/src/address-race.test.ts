import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { raceAddresses } from './address-race.ts';

const at = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

/** A port on which only these addresses of loopback listen. */
async function listenAt(...addresses: readonly [string, ...string[]]): Promise<number> {
  let port = 0;
  for (const address of addresses) {
    const server: Server = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    ({ port } = server.address() as AddressInfo);
    onTestFinished(() => void server.close());
  }
  return port;
}

function race(addresses: readonly string[], port: number): Promise<string> {
  return new Promise((resolve) => {
    raceAddresses(addresses.map(at), port, (error, socket: Socket | null) => {
      const address = socket?.remoteAddress;
      socket?.destroy();
      resolve(address ?? (error === null ? 'nothing' : String((error as NodeJS.ErrnoException).code)));
    });
  });
}

test('the first address that answers is taken, whatever the ones before it do', async () => {
  const port = await listenAt('127.0.0.3');
  expect(await race(['127.0.0.3'], port)).toBe('127.0.0.3');
  expect(await race(['127.0.0.1', '::1', '127.0.0.2', '127.0.0.3', '127.0.0.4'], port)).toBe('127.0.0.3');
});

test('the families take turns, beginning with the first', async () => {
  const port = await listenAt('127.0.0.1', '::1');
  expect(await race(['127.0.0.1', '::1'], port)).toBe('127.0.0.1');
  expect(await race(['::1', '127.0.0.1'], port)).toBe('::1');
  // With the sixteen that are tried, no address of the second family is too late.
  const many = Array.from({ length: 30 }, (_, n) => `127.0.1.${n + 1}`);
  expect(await race([...many, '::1'], port)).toBe('::1');
});

test('the error of the first attempt counts if all fail', async () => {
  const port = await listenAt('127.0.0.1');
  expect(await race(['127.0.0.2', '127.0.0.3'], port)).toBe('ECONNREFUSED');
});

test('a race that is ended calls back no more', async () => {
  const port = await listenAt('127.0.0.1');
  let calls = 0;
  const end = raceAddresses([at('127.0.0.2'), at('127.0.0.1')], port, () => calls++);
  end();
  expect(await race(['127.0.0.1'], port)).toBe('127.0.0.1');
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(0);
});

// Where whole packs lie: in a folder, or in a store that is asked over HTTP as those compatible with S3 are. An object never
// changes, but that a folder can overwrite a part of it.
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, request } from 'node:http';

export interface ObjectStore {
  /** Takes over a file of this process as an object; durable when it resolves. */
  adopt(name: string, file: string): Promise<void>;
  read(name: string, at: number, length: number): Promise<Buffer>;
  remove(name: string): Promise<void>;
  /** Overwrites a part with zeros; null: objects of this store never change. */
  readonly erase: ((name: string, at: number, length: number) => Promise<void>) | null;
  /** Requests of each method so far, and bytes of their bodies in both directions. */
  readonly traffic: Traffic;
}

export interface Traffic {
  put: number;
  get: number;
  remove: number;
  sentBytes: number;
  gotBytes: number;
}

export function folderStore(folder: string): ObjectStore {
  const traffic = noTraffic();
  return {
    traffic,
    async adopt(name, file) {
      renameSync(file, join(folder, name));
      for (const changed of new Set([folder, dirname(file)])) sync(changed);
    },
    async read(name, at, length) {
      const file = openSync(join(folder, name), 'r');
      try {
        return readRange(file, at, length);
      } finally {
        closeSync(file);
      }
    },
    async remove(name) {
      rmSync(join(folder, name));
    },
    async erase(name, at, length) {
      const file = openSync(join(folder, name), 'r+');
      try {
        writeSync(file, Buffer.alloc(length), 0, length, at);
        fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** @param url of the bucket */
export function httpStore(url: string): ObjectStore & { close(): void } {
  const traffic = noTraffic();
  const agent = new Agent({ keepAlive: true });
  const send = (
    method: 'GET' | 'PUT' | 'DELETE',
    name: string,
    { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: Buffer } = {},
  ): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/${name}`, { method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status >= 300) reject(new Error(`${method} ${name}: ${status}`));
          else resolve(Buffer.concat(parts));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    traffic,
    erase: null,
    async adopt(name, file) {
      const body = readFileSync(file);
      traffic.put++;
      traffic.sentBytes += body.length;
      await send('PUT', name, { headers: { 'content-length': String(body.length) }, body });
      rmSync(file);
    },
    async read(name, at, length) {
      traffic.get++;
      traffic.gotBytes += length;
      const got = await send('GET', name, { headers: { range: `bytes=${at}-${at + length - 1}` } });
      if (got.length !== length) throw new Error(`${name}: ${got.length} bytes of ${length}`);
      return got;
    },
    async remove(name) {
      traffic.remove++;
      await send('DELETE', name);
    },
    close: () => agent.destroy(),
  };
}

function noTraffic(): Traffic {
  return { put: 0, get: 0, remove: 0, sentBytes: 0, gotBytes: 0 };
}

/** Reads all bytes of a range. @throws if the file is shorter */
export function readRange(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) throw new Error(`a pack ends before ${at + length}`);
    done += read;
  }
  return bytes;
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

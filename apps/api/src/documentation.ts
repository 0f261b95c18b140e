/*
 * The documentation: pages, with their pictures and the index of their search, as files of the folder that apps/docs builds. Nothing
 * is read before it is requested, and nothing is kept: a process serves them seldom. Texts are there in compressed forms only.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenEncoding, COMPRESSED_FILES } from './content-encoding.ts';
import { isStill } from './entity-tag.ts';
import { once } from './once.ts';

/** Nothing but the files of the documentation is loaded, and no text becomes a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
};
/** File with the hash of everything that the pages were made of. */
const MARK = 'sources.txt';

export interface Documentation {
  /** Answers with a file, by the last part of its address; null if there is none of that name. */
  answer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>;
}

interface Built {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly version: string;
}

/** @param built gives the folder of the built documentation, which may be built at the first call */
export function openDocumentation(built: () => Promise<string>): Documentation {
  const open = once(async (): Promise<Built> => {
    try {
      const folder = await built();
      const version = await readFile(join(folder, MARK), 'utf8');
      return { folder, names: new Set(await readdir(folder)), version };
    } catch (cause) {
      throw new Error('the documentation could not be built or read; run npm ci, then restart', { cause });
    }
  });
  return {
    async answer(name, request, reply) {
      const { folder, names, version } = await open();
      const file = extname(name) === '' ? `${name}.html` : name;
      const type = TYPES[extname(file)];
      const isText = names.has(file + COMPRESSED_FILES.br);
      if (type === undefined || !(isText || names.has(file))) return null;
      const etag = `W/"${version.slice(0, 32)}-${file}"`;
      reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': POLICY });
      const encoding = isText ? chosenEncoding(request.headers['accept-encoding'], reply) : 'identity';
      if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
      if (!isText) return reply.type(type).send(await readFile(join(folder, file)));
      reply.type(type);
      // A client that takes no compressed form is a program without much to do.
      if (encoding === 'identity')
        return reply.send(
          await promisify(gunzip)(await readFile(join(folder, file + COMPRESSED_FILES.gzip))),
        );
      reply.header('content-encoding', encoding);
      return reply.send(await readFile(join(folder, file + COMPRESSED_FILES[encoding])));
    },
  };
}

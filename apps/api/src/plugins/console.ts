/*
 * The console: its page and files, for browsers. A path of the console answers with the page if the client takes HTML, as
 * browsers do for an address, also where there is nothing; to programs, paths that the API has too answer as ever. Must be added before admission: the
 * page has nothing to hide, and asks the API with the user's session.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { FIRST_PARTS } from '@sitegrep/console/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FORM, isMediaType } from '../body.ts';
import { chosenEncoding, COMPRESSED_FILES } from '../content-encoding.ts';
import { isStill } from '../entity-tag.ts';
import { once } from '../once.ts';
import { wantsPage } from '../wants-page.ts';

/** Nothing but the console's own files is loaded, and no text becomes a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Screenshots are requested with the session, and shown from memory.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'self'",
  // Exports are saved by a form, whose refusal is read in a frame.
  "form-action 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one text that becomes a script: the address of the thread that looks for matches.
  'trusted-types source-worker',
  "worker-src 'self'",
].join('; ');

/** Headers of what a form of the console is answered with: the page reads a refusal in a frame of its own. */
const IN_OWN_FRAME = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/** Names of files have a hash of their content: a changed one has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Asset {
  readonly type: string;
  /** Its content; a file that is worth it is there in compressed forms alone. */
  readonly forms: { readonly identity: Buffer } | { readonly br: Buffer; readonly gzip: Buffer };
}

interface Console {
  /** Text of the page, with `BASE` where the way to the start of the console belongs. */
  readonly page: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

const BASE = '<base href="./" />';

/** @param built gives the folder of the built console, which may be built at the first call */
export function addConsole(app: FastifyInstance, built: () => Promise<string>): void {
  const load = once(async () => readConsole(await built()));

  async function loaded(request: FastifyRequest): Promise<Console | null> {
    try {
      return await load();
    } catch (error) {
      request.log.error({ err: error }, 'the console could not be built or read; run npm ci, then restart');
      return null;
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (isMediaType(request.headers, [FORM])) reply.headers(IN_OWN_FRAME);
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const [path = ''] = request.url.split('?', 1);
    const [, first = '', second = ''] = path.split('/');
    if (first === 'assets') {
      const asset = (await loaded(request))?.assets.get(second);
      if (asset !== undefined) return sendAsset(request, reply, asset);
    } else if ((FIRST_PARTS.has(first) || request.is404) && wantsPage(request.headers)) {
      const found = await loaded(request);
      if (found === null) return;
      // The page itself says that there is nothing at its address.
      if (!FIRST_PARTS.has(first)) reply.code(404);
      return sendPage(request, reply, pageAt(path, found.page));
    }
  });
}

/** The page for a path: relative addresses begin at the start of the console, also where a proxy serves it below a path. */
function pageAt(path: string, page: string): string {
  const depth = path.split('/').length - 2;
  return page.replace(BASE, `<base href="${depth === 0 ? './' : '../'.repeat(depth)}" />`);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const etag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  reply.headers({
    etag,
    vary: 'Accept',
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    // Forms say where they come from only with a policy that names the own origin; others still learn nothing.
    'referrer-policy': 'same-origin',
  });
  if (reply.statusCode === 200 && isStill(etag, request.headers['if-none-match']))
    return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, forms }: Asset,
): Promise<FastifyReply> {
  reply.header('cache-control', IMMUTABLE).type(type);
  const encoding = chosenEncoding(request.headers['accept-encoding'], reply);
  if ('identity' in forms) return reply.send(forms.identity);
  // No browser comes without an encoding.
  if (encoding === 'identity') return reply.send(await promisify(gunzip)(forms.gzip));
  return reply.header('content-encoding', encoding).send(forms[encoding]);
}

async function readConsole(folder: string): Promise<Console> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  if (!page.includes(BASE)) throw new Error(`${folder}/index.html lacks ${BASE}`);
  const assets = new Map<string, Asset>();
  const read = (file: string): Promise<Buffer> => readFile(join(folder, 'assets', file));
  const { br, gzip } = COMPRESSED_FILES;
  for (const file of await readdir(join(folder, 'assets'))) {
    if (file.endsWith(gzip)) continue;
    const isCompressed = file.endsWith(br);
    const name = isCompressed ? file.slice(0, -br.length) : file;
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const forms = isCompressed
      ? { br: await read(file), gzip: await read(name + gzip) }
      : { identity: await read(file) };
    assets.set(name, { type, forms });
  }
  return { page, assets };
}

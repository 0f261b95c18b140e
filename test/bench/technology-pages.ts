import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { TechnologySignals } from '@sitegrep/site';
import { Parser } from 'htmlparser2';

/** Signals of the pages of a capture, in its order. */
export function* readSignals(path: string, skip: number, count: number): Generator<TechnologySignals> {
  let index = 0;
  for (const page of readPages(path)) {
    if (index++ < skip) continue;
    if (index > skip + count) return;
    yield signalsOf(page);
  }
}

function* readPages(path: string): Generator<{ url: string; headers: [string, string][]; html: string }> {
  const data = gunzipSync(readFileSync(path), { maxOutputLength: 2 ** 31 - 1 });
  let at = 0;
  while (at < data.length) {
    const end = data.indexOf('\r\n\r\n', at);
    if (end === -1) return;
    const head = data.toString('latin1', at, end);
    const length = Number(/^Content-Length: *(\d+)/im.exec(head)?.[1] ?? 0);
    const body = data.subarray(end + 4, end + 4 + length);
    at = end + 4 + length + 4;
    if (!/^WARC-Type: *response/im.test(head)) continue;
    const split = body.indexOf('\r\n\r\n');
    if (split === -1) continue;
    const headers = body
      .toString('latin1', 0, split)
      .split('\r\n')
      .slice(1)
      .flatMap((line): [string, string][] => {
        const colon = line.indexOf(':');
        return colon === -1
          ? []
          : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
      });
    let bytes: Uint8Array = body.subarray(split + 4);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes);
    const html = new TextDecoder().decode(bytes);
    yield { url: /^WARC-Target-URI: *<?([^>\r\n]*)/im.exec(head)?.[1] ?? '', headers, html };
  }
}

function signalsOf(page: { url: string; headers: [string, string][]; html: string }): TechnologySignals {
  const scriptSrc: string[] = [];
  const scripts: string[] = [];
  const meta: Record<string, string[]> = {};
  let script: string | null = null;
  const parser = new Parser({
    onopentag(name, attribs) {
      if (name === 'script') {
        if (attribs['src'] !== undefined) scriptSrc.push(attribs['src']);
        script = '';
      }
      if (name === 'meta' && attribs['content'] !== undefined) {
        const key = (attribs['name'] ?? attribs['property'])?.toLowerCase();
        if (key !== undefined) (meta[key] ??= []).push(attribs['content']);
      }
    },
    ontext(text) {
      if (script !== null) script += text;
    },
    onclosetag(name) {
      if (name !== 'script' || script === null) return;
      if (script.trim() !== '') scripts.push(script);
      script = null;
    },
  });
  parser.write(page.html);
  parser.end();
  const headers: Record<string, string[]> = {};
  const cookies: Record<string, string[]> = {};
  for (const [name, value] of page.headers) {
    (headers[name] ??= []).push(value);
    if (name === 'set-cookie') {
      const [pair = ''] = value.split(';');
      const equals = pair.indexOf('=');
      if (equals > 0) (cookies[pair.slice(0, equals)] ??= []).push(pair.slice(equals + 1));
    }
  }
  return { url: page.url, html: page.html, headers, cookies, scriptSrc, scripts, meta };
}

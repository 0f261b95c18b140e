import { canonicalDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';

/** A captured page as the replay answers it. */
export interface Capture {
  /** The captured URL with `http:` in place of its scheme. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Fields of the connection, of how the body was framed or packed, or that would lead a crawler elsewhere. */
const LEFT_OUT = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'content-md5',
  'alt-svc',
  'strict-transport-security',
]);

/** The first HTML page of each domain. */
export async function* readCaptures(files: readonly string[], most: number): AsyncGenerator<Capture> {
  const seen = new Set<string>();
  for (const file of files) {
    for await (const { url: captured, headers, body } of readWarc(file)) {
      const domain = canonicalDomain(captured);
      const url = URL.parse(captured);
      if (domain === null || url === null || url.port !== '' || seen.has(domain)) continue;
      seen.add(domain);
      url.protocol = 'http:';
      url.hash = '';
      yield { url: url.href, headers: headers.filter(([name]) => !LEFT_OUT.has(name)), body };
      if (seen.size === most) return;
    }
  }
}

import type { FastifyReply } from 'fastify';

/** Encodings (RFC 9110, 8.4.1), the one that makes least of a text first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Ends of the names of files that are compressed when they are built. */
export const COMPRESSED_FILES = { br: '.br', gzip: '.gz' } as const;

/** Chooses the best encoding that a client accepts (RFC 9110, 12.5.3), and says in the answer that there are several. */
export function chosenEncoding(
  accepted: string | readonly string[] | undefined,
  reply: FastifyReply,
): Encoding {
  varyBy(reply, 'Accept-Encoding');
  return acceptedEncoding(String(accepted ?? ''));
}

/** Names a header of requests by which answers differ, beside those that are named already (Origin, if others may call). */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}

/** Reads the best encoding that a client accepts; one with any weight but 0 is accepted. */
function acceptedEncoding(accepted: string): Encoding {
  const ranges = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim()))
      .map(([name = '', weight = 'q=1']) => [name, weight] as const),
  );
  const isAccepted = (name: Encoding): boolean =>
    name === 'identity' || Number((ranges.get(name) ?? ranges.get('*') ?? 'q=0').slice(2)) > 0;
  return ENCODINGS.find(isAccepted) ?? 'identity';
}

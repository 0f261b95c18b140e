// The cookie of a session: only this server gets it back, only from its own pages, and no script can read it.
import { CONSOLE_HEADER } from '@sitegrep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORM, isMediaType } from './body.ts';

/** Headers of a request that may come with a session. */
type Headers = FastifyRequest['headers'];

/** Cookies of the name that are tried: a server on the same machine can set one, too, for the same host with another path. */
const MAX_COOKIES = 4;

/**
 * Reads the secrets from a request of which one may be of a session. The cookie alone is not enough: the request must have a
 * header that pages of other origins can't send, and browsers that state where a request comes from must state this origin.
 *
 * @param takesForm whether a form of a page of this server, which can't have the header, will do
 * @returns an empty list if there is no cookie, or if the request may come from elsewhere
 */
export function sessionSecretsOf(
  { headers, protocol }: Pick<FastifyRequest, 'headers' | 'protocol'>,
  takesForm: boolean,
): readonly string[] {
  if (!isFromConsole(headers) && !(takesForm && isFormOfConsole(headers))) return [];
  const name = nameFor(headers, protocol);
  return (headers.cookie ?? '')
    .split(';')
    .flatMap((pair) => {
      const [given, value = ''] = pair.trim().split('=', 2);
      return given === name && value !== '' ? [value] : [];
    })
    .slice(0, MAX_COOKIES);
}

/** Whether a request comes from a page of this server. */
export function isFromConsole(headers: Headers): boolean {
  const { 'sec-fetch-site': site = 'same-origin' } = headers;
  return headers[CONSOLE_HEADER] === '1' && site === 'same-origin';
}

/**
 * Whether a form comes from a page of this server. Browsers say where any form comes from: in `Sec-Fetch-Site`, or over plain
 * HTTP, where they leave that out, in `Origin`. No page can change either.
 */
function isFormOfConsole(headers: Headers): boolean {
  if (!isMediaType(headers, [FORM])) return false;
  const { 'sec-fetch-site': site, origin = '', host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Gives a browser the secret of a session. @param seconds life of the session; 0 removes the cookie */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  seconds: number,
): void {
  const { headers, protocol } = request;
  const attributes = ['HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`];
  // Without TLS the path is that of the console, also where a proxy serves it below one.
  if (protocol === 'https') attributes.push('Secure', 'Path=/');
  reply.header('set-cookie', [`${nameFor(headers, protocol)}=${secret}`, ...attributes].join('; '));
}

/**
 * Name of the cookie. Cookies ignore ports, so the name has it: instances on one machine do not sign each other out. Behind TLS
 * it begins with `__Host-`, which browsers take from this host alone, and over TLS alone.
 */
function nameFor({ host = '' }: Headers, protocol: string): string {
  const [, port = '443'] = /:(\d+)$/.exec(host) ?? [];
  return `${protocol === 'https' ? '__Host-' : ''}sitegrep_session_${port}`;
}

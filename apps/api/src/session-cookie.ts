// The cookie of a session: only this server gets it back, only from its own pages, and no script can read it.
import { CONSOLE_HEADER } from '@sitegrep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FORM, isMediaType } from './body.ts';

/** Headers of a request that may come with a session. */
type Headers = FastifyRequest['headers'];

/**
 * Reads the secret of a session from a request. The cookie alone is not enough: the request must have a header that pages
 * of other origins can't send, and browsers that state where a request comes from must state this origin.
 *
 * @param takesForm whether a form of a page of this server, which can't have the header, will do
 * @returns null if there is no cookie, or if the request may come from elsewhere
 */
export function sessionSecretOf(headers: Headers, takesForm: boolean): string | null {
  if (!isFromConsole(headers) && !(takesForm && isFormOfConsole(headers))) return null;
  const name = nameFor(headers);
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [given, value] = pair.trim().split('=', 2);
    if (given === name && value !== undefined && value !== '') return value;
  }
  return null;
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
  // Without a path: it is that of the console, also where a proxy serves it below one.
  const attributes = ['HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`];
  if (request.protocol === 'https') attributes.push('Secure');
  reply.header('set-cookie', [`${nameFor(request.headers)}=${secret}`, ...attributes].join('; '));
}

/** Name of the cookie. Cookies ignore ports, so the name has it: instances on one machine do not sign each other out. */
function nameFor({ host = '' }: Headers): string {
  const [, port = '443'] = /:(\d+)$/.exec(host) ?? [];
  return `sitegrep_session_${port}`;
}

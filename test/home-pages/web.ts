// The web of the situations, on ports 443 and 80 of two loopback addresses: one speaks TLS, one does not.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { makeCertificates } from '../../packages/crawl/test/certificates.ts';
import { SITUATIONS, type Answer } from './situations.ts';

/** Network of the web. */
export const NETWORK = '127.77.0.0/24';
const [WITH_TLS, WITHOUT_TLS] = ['127.77.0.1', '127.77.0.2'];

export function domainOf(at: number): string {
  return `h${at}.test`;
}

/** A text about the domain of a situation, in which `D` stands for it. */
export function onDomain(text: string, at: number): string {
  return text.replaceAll(/\bD(?=[/.])/g, domainOf(at));
}

export interface Web {
  /** The authority of all certificates, in PEM. */
  readonly authority: string;
  /** Addresses by host. */
  readonly hosts: ReadonlyMap<string, string>;
}

export async function openWeb(): Promise<Web> {
  const hosts = new Map<string, string>();
  const answers = new Map<string, (cookie: string) => Answer>();
  for (const [at, { web, withoutTls }] of SITUATIONS.entries()) {
    for (const [address, answer] of Object.entries(web)) {
      const urls = address.startsWith('/') ? [`https://D${address}`, `http://D${address}`] : [address];
      for (const url of urls.map((text) => new URL(onDomain(text, at)))) {
        hosts.set(url.hostname, withoutTls === true ? WITHOUT_TLS : WITH_TLS);
        answers.set(url.href, (cookie) => {
          const given = typeof answer === 'function' ? answer(cookie) : answer;
          return withDomain(given, at);
        });
      }
    }
  }
  const { authority, pair } = makeCertificates(({ selfSigned, issued }) => ({
    authority: selfSigned('authority', '/CN=Authority of home pages').cert,
    pair: issued('pair', { hosts: [...hosts.keys()], authority: 'authority' }),
  }));
  const handler =
    (scheme: string): RequestListener =>
    (request, response) => {
      const host = (request.headers.host ?? '').replace(/\.$/, '');
      const answer = answers.get(`${scheme}://${host}${request.url}`)?.(request.headers.cookie ?? '');
      if (answer === null) request.socket.destroy();
      else if (answer === undefined) response.writeHead(404).end();
      else {
        const {
          status = 200,
          headers = {},
          body = '',
        } = typeof answer === 'string' ? { body: answer } : answer;
        response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
      }
    };
  const servers = [
    [createTlsServer(pair, handler('https')), 443, WITH_TLS],
    [createServer(handler('http')), 80, WITH_TLS],
    [createServer(handler('http')), 80, WITHOUT_TLS],
  ] as const;
  for (const [server, port, address] of servers) {
    server.listen(port, address);
    await once(server, 'listening');
  }
  return { authority, hosts };
}

function withDomain(answer: Answer, at: number): Answer {
  if (answer === null) return answer;
  if (typeof answer === 'string') return onDomain(answer, at);
  const { headers = {}, body = '', ...rest } = answer;
  const written = Object.entries(headers).map(([name, value]) => [name, onDomain(value, at)] as const);
  return { ...rest, headers: Object.fromEntries(written), body: onDomain(body, at) };
}

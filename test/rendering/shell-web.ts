import { createServer, type Server } from 'node:http';
import { listenAsProxy } from '../support/loopback-proxy.ts';

/** A site whose page is empty until a script has onRequest for its content. */
export function shellName(n: number): string {
  return `shell-${n}.example`;
}

/** A site that sends its page whole. */
export const SERVED = 'served.example';
/** A site whose page shows nothing but a frame. */
export const FRAMED = 'framed.example';
/** A site whose script leads to another page of it, by an address that it makes. */
export const LEADING = 'leading.example';
/** A site whose page asks for what never comes. */
export const WAITING = 'waiting.example';

/** Text that a site shows. */
export function shownBy(domain: string): string {
  return `This is what ${domain} shows to its readers, and it is long enough to be read.`;
}

const SHELL =
  '<!doctype html><title>App</title><div id="root"></div><script src="/app.js" type="module"></script>';

const APP = `
window.Vue = { version: '3.4.21' };
const { text, mail } = await (await fetch('/content.json')).json();
const shown = document.createElement('main');
shown.innerHTML = '<h1></h1><a></a>';
shown.querySelector('h1').textContent = text;
Object.assign(shown.querySelector('a'), { href: 'mailto:' + mail, textContent: mail });
document.querySelector('#root').append(shown);
document.title = 'Shown by ' + location.hostname;`;

const HOMES: Readonly<Record<string, string>> = {
  [FRAMED]: '<!doctype html><title>Framed</title><iframe src="/app.html" width="100%"></iframe>',
  [LEADING]: '<!doctype html><title>Start</title><script>location.href = ["", "app.html"].join("/")</script>',
  [WAITING]:
    '<!doctype html><title>Waiting</title><div id="root"></div><script>fetch("/never"); root.append("A part of " + location.hostname)</script>',
};

/** Serves these sites through a loopback proxy. @param onRequest is called with the path of each request, after its host */
export async function serveShells(
  onRequest: (request: string) => void = () => {},
): Promise<{ readonly proxyUrl: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { hostname = '', pathname = '' } = URL.parse(request.url ?? '') ?? {};
    onRequest(hostname + pathname);
    if (pathname === '/never') return;
    const answer = answerTo(hostname, pathname);
    response.writeHead(answer === null ? 404 : 200, { 'content-type': answer?.type ?? 'text/plain' });
    response.end(answer?.body);
  });
  return { proxyUrl: await listenAsProxy(server), server };
}

function answerTo(domain: string, path: string): { readonly type: string; readonly body: string } | null {
  const html = 'text/html; charset=utf-8';
  if (domain === SERVED) {
    return path === '/'
      ? { type: html, body: `<title>Served</title><p>${shownBy(domain).repeat(20)}` }
      : null;
  }
  switch (path) {
    case '/':
      return { type: html, body: HOMES[domain] ?? SHELL };
    case '/app.html':
      return { type: html, body: SHELL };
    case '/app.js':
      return { type: 'text/javascript', body: APP };
    case '/content.json':
      return {
        type: 'application/json',
        body: JSON.stringify({ text: shownBy(domain), mail: `hello@${domain}` }),
      };
    default:
      return null;
  }
}

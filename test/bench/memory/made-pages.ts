import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of some 60 KB. @param number by which pages differ */
export function madePage(number: number): string {
  const items = Array.from(
    { length: 500 },
    (_, at) =>
      `<li class="item-${(number * at) % 97}"><a href="/p/${at}">Offer ${number * at} of ${number}</a> now in stock</li>`,
  );
  return `<!doctype html><html lang="en"><head><title>Shop ${number}</title><meta name="generator" content="WordPress 6.4">
<script src="/wp-content/plugins/woocommerce/a.js?ver=${number}"></script></head><body><h1>Shop ${number}</h1><ul>${items.join('\n')}</ul></body></html>`;
}

/** A proxy that answers for every host with a page that is another one each time. */
export async function servePages(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  let number = 0;
  const server = createServer((request, answer) => {
    const isPage = !(request.url ?? '').endsWith('/robots.txt');
    answer.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    answer.end(isPage ? madePage(++number) : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// All that a server under test can reach: every website, through a proxy that has the same page for each, and an
// Invidious that knows every video.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

const PAGE = `<!doctype html><html lang="en"><title>Tea</title><meta name="description" content="All of it">
<p>Write to <a href="mailto:hello@shop.example">us</a>.</html>`;

const TITLE = { title: 'How to brew tea', author: 'Tea', authorId: 'UCteaandkettles', viewCount: 70_912 };

/** Starts a server on a free port of loopback. */
export async function openOutsideWorld(): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = answerTo(request.url ?? '/');
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function answerTo(url: string): { readonly type: string; readonly body: string } {
  const [, kind, id] = /^\/api\/v1\/(videos|comments|search)\/?([\w-]*)/.exec(url) ?? [];
  if (kind === 'videos') {
    return json({ ...TITLE, videoId: id, lengthSeconds: 242, published: 1_770_829_203, keywords: ['tea'] });
  }
  if (kind === 'comments') return json({ commentCount: 88, comments: [] });
  if (kind === 'search')
    return json([{ ...TITLE, type: 'video', videoId: 'aBcDeFgHi-1', lengthSeconds: 242 }]);
  return { type: 'text/html', body: PAGE };
}

function json(value: unknown): { readonly type: string; readonly body: string } {
  return { type: 'application/json', body: JSON.stringify(value) };
}

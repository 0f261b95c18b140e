// A real yt-dlp between the adapter and a page and a feed of our own, which its generic extractor reads, and behind a
// proxy that lets nothing through to YouTube.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { openYtDlp } from '../../packages/providers/src/adapters/yt-dlp/index.ts';
import { openProgram, type RunYtDlp } from '../../packages/providers/src/adapters/yt-dlp/program.ts';
import { readList, readPage } from '../../packages/providers/src/adapters/yt-dlp/video.ts';
import { languageOf, locationOf } from '../../packages/providers/src/index.ts';

const PACKAGE = { name: 'yt-dlp', version: '2026.10.26' };

/** The generic extractor calls a video as the last part of its page's address. */
const VIDEO_ID = 'oTTer-_4711';
const never = new AbortController().signal;

let home: string;
let server: Server;
let origin: string;
let run: RunYtDlp;
let behindProxy: ReturnType<typeof openYtDlp>;

beforeAll(async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), PACKAGE);
  home = await mkdtemp(join(tmpdir(), 'sitegrep-yt-dlp-'));
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  origin = `http://127.0.0.1:${address.port}`;
  const options = {
    command: [join(programs, 'yt-dlp')] as const,
    env: { PATH: process.env['PATH'], HOME: home },
    timeoutMs: 100_000,
    maxBytes: 4 << 20,
  };
  run = openProgram(options);
  behindProxy = openYtDlp({ ...options, env: { ...options.env, https_proxy: origin } });
}, 600_000);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true, force: true });
});

/** Paths that were asked for and are never answered. */
const silent = new Map<string, IncomingMessage>();

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/';
  const [type, text] = FILES[path] ?? [];
  if (path === '/silent') {
    silent.set(path, request);
  } else if (type === undefined) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, { 'content-type': type }).end(text?.replaceAll('ORIGIN', origin));
  }
}

const count = (action: string, value: number): object => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}Action`,
  userInteractionCount: value,
});

const VIDEO_OBJECT = {
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: 'Otters &amp; lakes',
  description: 'Filmed at dawn.\nMore below.',
  thumbnailUrl: ['ORIGIN/otters.jpg'],
  uploadDate: '2025-10-27T08:30:00Z',
  duration: 'PT3M21S',
  contentUrl: 'ORIGIN/otters.m3u8',
  interactionStatistic: [count('Watch', 71_204), count('Like', 918), count('Comment', 84)],
  author: { '@type': 'Person', name: 'Otter Watch' },
  keywords: 'otter,lake',
};

const STREAM = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\npart.ts\n#EXT-X-ENDLIST\n';

/** Type and text of each file by its path. */
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  [`/${VIDEO_ID}.html`]: [
    'text/html',
    `<!doctype html><title>Otters</title>
<script type="application/ld+json">${JSON.stringify(VIDEO_OBJECT)}</script>`,
  ],
  '/otters.m3u8': [
    'application/vnd.apple.mpegurl',
    `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=4035002,RESOLUTION=1280x720,FRAME-RATE=59.940,CODECS="avc1.640020,mp4a.40.2"
720.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
sound.m3u8
`,
  ],
  '/720.m3u8': ['application/vnd.apple.mpegurl', STREAM],
  '/sound.m3u8': ['application/vnd.apple.mpegurl', STREAM],
  '/feed.xml': [
    'application/rss+xml',
    `<?xml version="1.0"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Otters</title>
<item><title>Otters &amp; lakes</title><link>ORIGIN/${VIDEO_ID}.html</link><description>Filmed at dawn</description>
<pubDate>Mon, 27 Oct 2025 08:30:00 +0000</pubDate><itunes:duration>1:02:03</itunes:duration></item>
<item><title>The den</title><link>ORIGIN/den.html</link></item>
</channel></rss>`,
  ],
};

it('reads what yt-dlp says of a video', async () => {
  const video = await readPage(run, { videoId: VIDEO_ID, page: `${origin}/${VIDEO_ID}.html` }, never);
  expect(video).toEqual({
    videoId: VIDEO_ID,
    title: 'Otters & lakes',
    url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
    thumbnailUrl: `${origin}/otters.jpg`,
    channelId: null,
    channelName: 'Otter Watch',
    channelUrl: null,
    channelLogo: null,
    description: 'Filmed at dawn.\nMore below.',
    viewsCount: 71_204,
    likesCount: 918,
    commentsCount: 84,
    channelSubscribers: { displayed: null, count: null },
    publicationDate: '2025-10-27',
    publishedAt: Date.UTC(2025, 9, 27, 8, 30),
    keywords: ['otter', 'lake'],
    category: null,
    isLive: null,
    isEmbeddable: null,
    durationSeconds: 201,
    streamingQuality: [
      {
        label: null,
        width: 1_280,
        height: 720,
        bitrate: 4_035_002,
        mimeType: 'video/mp4; codecs="avc1.640020, mp4a.40.2"',
        fps: 60,
      },
    ],
  });
});

it('reads what yt-dlp lists', async () => {
  const unknown = {
    channelTitle: null,
    channelUrl: null,
    channelImage: null,
    views: null,
    thumbnailUrl: null,
    live: null,
  };
  expect(await readList(run, { target: `${origin}/feed.xml`, query: '"otters"' }, never)).toEqual([
    {
      ...unknown,
      title: 'Otters & lakes',
      url: `${origin}/${VIDEO_ID}.html`,
      duration: '1:02:03',
      uploadedDate: '2025-10-27',
      description: 'Filmed at dawn',
    },
    {
      ...unknown,
      title: 'The den',
      url: `${origin}/den.html`,
      duration: null,
      uploadedDate: null,
      description: null,
    },
  ]);
});

it.each([
  [
    'a page that is not there',
    () => `${origin}/none.html`,
    'yt-dlp gets errors from YouTube (ended with code 1)',
  ],
  ['what looks like an option', () => '--version', 'yt-dlp failed (ended with code 1)'],
])('fails on %s', async (_what, page, message) => {
  await expect(readPage(run, { videoId: VIDEO_ID, page: page() }, never)).rejects.toMatchObject({
    kind: 'unavailable',
    message,
  });
});

it('ends yt-dlp while it waits for a page', async () => {
  const leave = new AbortController();
  const outcome = readPage(run, { videoId: VIDEO_ID, page: `${origin}/silent` }, leave.signal).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => silent.has('/silent')).toBe(true);
  leave.abort();
  expect(await outcome).toMatchObject({ kind: 'cancelled' });
  await expect.poll(() => silent.get('/silent')?.socket.destroyed).toBe(true);
});

it('understands that YouTube can’t be reached', async () => {
  const [language, location] = [languageOf('en'), locationOf(2840)];
  if (language === null || location === null) throw new Error('no such locale');
  const locale = { language, location };
  const unreachable = { kind: 'unavailable', message: 'yt-dlp can’t reach YouTube (ended with code 1)' };
  await expect(behindProxy['video-info'].call({ ...locale, videoId: VIDEO_ID }, never)).rejects.toMatchObject(
    unreachable,
  );
  await expect(
    behindProxy['video-serp'].call(
      { ...locale, keyword: 'private video', device: 'desktop', depth: 5 },
      never,
    ),
  ).rejects.toMatchObject(unreachable);
});

/* Pages that wait for answers, for timers and for messages. */
import { filling, late, type Trap } from './trap.ts';

const fetched = (url: string): string => `fetch('${url}').then((a) => a.text()).then((text) => show(text));`;

export const WAITING: readonly Trap[] = [
  { name: 'fetch-of-3-s', body: filling(fetched(late(3_000, 'fetched slowly'))), texts: ['fetched slowly'] },
  { name: 'fetch-of-5-s', body: filling(fetched(late(5_000, 'fetched slower'))), texts: ['fetched slower'] },
  {
    name: 'fetch-on-a-page-of-nothing',
    body: filling(fetched(late(3_000, 'no heading before')), ''),
    texts: ['no heading before'],
  },
  {
    name: 'xhr-of-3-s',
    body: filling(
      `const x = new XMLHttpRequest(); x.onload = () => show(x.response); x.open('GET', '${late(3_000, 'asked the old way')}'); x.send();`,
    ),
    texts: ['asked the old way'],
  },
  {
    name: 'chain-of-fetches',
    body: filling(
      `(async () => { for (const n of [1, 2, 3, 4]) { const a = await fetch('/late/text/1200?link%20' + n); show(await a.text()); } })();`,
    ),
    texts: ['link 1', 'link 4'],
  },
  {
    name: 'chain-of-queries-to-one-address',
    body: filling(
      `(async () => { let last = ''; for (const n of [1, 2, 3, 4]) { const a = await fetch('/echo/900', { method: 'POST', body: 'dish ' + n }); last = await a.text(); } show(last); })();`,
    ),
    texts: ['echo of dish 4'],
  },
  {
    name: 'one-of-many-is-slow',
    body: filling(
      `for (const n of [1, 2, 3, 4, 5, 6]) fetch('/late/text/' + n * 700 + '?part%20' + n).then((a) => a.text()).then(show);`,
    ),
    texts: ['part 1', 'part 6'],
  },
  {
    name: 'fetch-after-load',
    body: filling(`addEventListener('load', () => { ${fetched(late(2_500, 'after the load'))} });`),
    texts: ['after the load'],
  },
  {
    name: 'tried-again-after-503',
    body: filling(
      `(async () => { for (;;) { const a = await fetch('/third-time'); if (a.ok) return show(await a.text()); await new Promise((done) => setTimeout(done, 300)); } })();`,
    ),
    texts: ['the third time'],
  },
  {
    name: 'slow-body-in-pieces',
    body: filling(fetched('/pieces/2500')),
    texts: ['last piece'],
  },
  {
    name: 'slow-script',
    body: `<h1>Tea</h1><script src="${late(3_000, "document.body.append('script' + ' of 3 s')", 'js')}" async></script>`,
    texts: ['script of 3 s'],
  },
  {
    name: 'slow-script-that-fetches',
    body: `<h1>Tea</h1><div id="out"></div><script defer src="${late(1_500, `fetch('${late(1_500, 'after a script')}').then((a) => a.text()).then((t) => out.append(t))`, 'js')}"></script>`,
    texts: ['after a script'],
  },
  {
    name: 'lazy-module',
    body: filling(
      `import('${late(2_500, "export const text = 'lazy' + ' module'", 'js')}').then(({ text }) => show(text));`,
    ),
    texts: ['lazy module'],
  },
  {
    name: 'slow-style',
    body: filling(
      `const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '${late(3_000, '#out { color: red }', 'css')}'; l.onload = () => show('sty' + 'led'); document.head.append(l);`,
    ),
    texts: ['styled'],
  },
  {
    name: 'slow-frame',
    body: `<h1>Tea</h1><iframe src="${late(3_000, '<p>frame of 3 s</p>', 'html')}"></iframe>`,
    texts: ['frame of 3 s'],
  },
  {
    name: 'worker-that-fetches',
    body: filling(`new Worker('/worker.js').onmessage = ({ data }) => show(data);`),
    pages: {
      '/worker.js': `fetch('${late(2_500, 'by a worker')}').then((a) => a.text()).then((t) => postMessage(t))`,
    },
    texts: ['by a worker'],
  },
  {
    name: 'fetch-when-scrolled-to',
    body: `<div style="height: 3000px">top</div>${filling(`new IntersectionObserver(([{ isIntersecting }], seen) => { if (isIntersecting) { seen.disconnect(); ${fetched(late(2_000, 'seen late'))} } }).observe(out);`)}`,
    texts: ['seen late'],
  },
  {
    name: 'timer-of-1-s',
    body: filling(`setTimeout(() => show('a', 'second'), 1_000);`),
    texts: ['a second'],
  },
  {
    name: 'timer-of-2-s',
    body: filling(`setTimeout(() => show('two', 'seconds'), 1_900);`),
    texts: ['two seconds'],
  },
  {
    name: 'timers-after-each-other',
    body: filling(
      `(async () => { for (let n = 0; n < 4; n++) await new Promise((done) => setTimeout(done, 450)); show('four', 'timers'); })();`,
    ),
    texts: ['four timers'],
  },
  {
    name: 'timer-after-a-fetch',
    body: filling(`fetch('${late(1_500, 'x')}').then(() => setTimeout(() => show('both', 'over'), 1_500));`),
    texts: ['both over'],
  },
  {
    name: 'timer-of-4-s-on-a-page-of-nothing',
    body: filling(`setTimeout(() => show('long', 'splash'), 4_000);`, '<p>Loading…</p>'),
    texts: ['long splash'],
  },
  {
    name: 'interval-on-a-page-of-nothing',
    body: filling(
      `let n = 0; const i = setInterval(() => { if (++n === 9) { clearInterval(i); show('tick', 'nine'); } }, 200);`,
      '<p>Please wait</p>',
    ),
    texts: ['tick nine'],
  },
  {
    name: 'timers-without-an-end',
    body: filling(`show('a', 'ticker'); const tick = () => setTimeout(tick, 100); tick();`),
    texts: ['a ticker'],
  },
  {
    name: 'worker-that-computes',
    body: filling(`new Worker('/worker.js').onmessage = ({ data }) => show(data);`, '<p>Loading…</p>'),
    pages: {
      '/worker.js': `const end = performance.now() + 3000; while (performance.now() < end); postMessage('computed' + ' by a worker')`,
    },
    texts: ['computed by a worker'],
  },
  {
    name: 'frames-that-are-drawn',
    body: filling(
      `const from = performance.now(); const draw = () => { if (performance.now() - from < 3_000) requestAnimationFrame(draw); else show('drawn', 'at last'); }; draw();`,
      '',
    ),
    texts: ['drawn at last'],
  },
  {
    name: 'heading-that-asks-to-wait',
    body: filling(
      `setTimeout(() => show('instead', 'of waiting'), 4_000);`,
      '<h1>A shop for tea.</h1><p>Loading…</p>',
    ),
    texts: ['instead of waiting'],
  },
  {
    name: 'timer-beside-hidden-text',
    body: filling(
      `setTimeout(() => show('shown', 'at last'), 4_000);`,
      '<div style="display: none">A text that nobody sees</div>',
    ),
    texts: ['shown at last'],
  },
  {
    name: 'timer-in-a-frame',
    body: `<h1>Tea</h1><iframe src="/inner.html"></iframe>`,
    pages: {
      '/inner.html': `<p id="p"></p><script>setTimeout(() => { p.textContent = 'within' + ' a frame' }, 1500)</script>`,
    },
    texts: ['within a frame'],
  },
  {
    name: 'busy-before-it-writes',
    body: filling(
      `setTimeout(() => { const end = performance.now() + 1500; while (performance.now() < end); const c = new MessageChannel(); c.port1.onmessage = () => show('computed', 'long'); c.port2.postMessage(1); }, 100);`,
    ),
    texts: ['computed long'],
  },
  {
    name: 'polling',
    body: filling(`show('no', 'news'); setInterval(() => fetch('/poll'), 500);`),
    texts: ['no news'],
  },
  {
    name: 'polling-against-caches',
    body: filling(
      `show('fresh', 'news'); setInterval(() => fetch('/poll?_=' + Date.now() + '&x=' + Math.random()), 300);`,
    ),
    texts: ['fresh news'],
  },
  {
    name: 'polling-of-what-is-absent',
    body: filling(`show('polled', 'in vain'); setInterval(() => fetch('/absent').catch(() => {}), 200);`),
    texts: ['polled in vain'],
  },
  {
    name: 'polling-until-it-is-there',
    body: filling(
      `const look = async () => { const a = await fetch('/ready-at-5'); const text = await a.text(); if (text === '') setTimeout(look, 250); else show(text); }; look();`,
      '<p>Loading…</p>',
    ),
    texts: ['made by a job'],
  },
  {
    name: 'long-polls',
    body: filling(`show('long', 'polls'); (async () => { for (;;) await fetch('/hang-at-3'); })();`),
    texts: ['long polls'],
  },
  {
    name: 'event-source',
    body: filling(`new EventSource('/events?800').onmessage = ({ data }) => show(data);`),
    texts: ['first event'],
  },
  {
    name: 'socket',
    body: filling(
      `new WebSocket('ws://' + location.host + '/socket?900').onmessage = ({ data }) => show(data);`,
    ),
    texts: ['first message'],
  },
  {
    name: 'socket-on-a-page-of-nothing',
    body: filling(
      `new WebSocket('ws://' + location.host + '/socket?4000').onmessage = ({ data }) => show(data);`,
      '<p>Loading…</p>',
    ),
    texts: ['first message'],
  },
  {
    name: 'beacons',
    body: filling(
      `show('counted', 'once'); addEventListener('load', () => navigator.sendBeacon('/never', 'x'));`,
    ),
    texts: ['counted once'],
  },
  {
    name: 'pixel',
    body: filling(`show('seen', 'by a pixel'); new Image().src = '/never';`),
    texts: ['seen by a pixel'],
  },
  {
    name: 'pixel-among-pictures',
    body: filling(`show('pictures', 'wanted'); new Image().src = '/never';`),
    pictures: true,
    texts: ['pictures wanted'],
  },
];

/** Pages with frames of other sites, which are not waited for as long as those of their own. */
export const BESIDE_OTHERS: readonly Trap[] = [
  {
    name: 'frame-of-another-site-without-answer',
    body: filling(`show('beside', 'an advertisement');`, '<iframe src="http://HOST/never"></iframe>'),
    texts: ['beside an advertisement'],
  },
  {
    name: 'frame-of-another-site-that-waits',
    body: filling(`show('beside', 'a chat');`, '<iframe src="http://HOST/waits"></iframe>'),
    texts: ['beside a chat'],
  },
];

/** Pages that are finished although answers are still open. */
export const OPEN_AT_THE_END: readonly Trap[] = [
  {
    name: 'answer-without-end',
    body: filling(`fetch('/endless').then(async (a) => { for await (const x of a.body); });`),
    said: /^the page went on waiting for answer-without-end\.test$/,
  },
  {
    name: 'event-source-without-events',
    body: filling(`new EventSource('/events?60000');`),
    said: /went on waiting for event-source/,
  },
  {
    name: 'socket-without-messages',
    body: filling(`new WebSocket('ws://' + location.host + '/socket?60000');`),
    said: /went on waiting for socket/,
  },
];

/** Pages that are never finished, so that they are taken as they are when their time is over. */
export const NEVER_FINISHED: readonly Trap[] = [
  {
    name: 'fetch-without-answer',
    body: filling(`fetch('/never');`),
    said: /^after 9 s answers of fetch-without-answer\.test had/,
  },
  {
    name: 'fetch-from-elsewhere',
    body: filling(`fetch('http://HOST/never'); fetch('/never');`),
    said: /answers of (?:other\.test and fetch-from-elsewhere\.test|fetch-from-elsewhere\.test and other\.test) had/,
  },
  {
    name: 'script-without-answer',
    body: '<h1>Tea</h1><script async src="/never"></script>',
    said: /answers of script-without-answer\.test/,
  },
  {
    name: 'style-without-answer',
    body: '<link rel="stylesheet" href="/never"><h1>Tea</h1>',
    said: /answers of style-without-answer\.test/,
  },
  {
    name: 'frame-without-answer',
    body: '<h1>Tea</h1><iframe src="/never"></iframe>',
    said: /answers of frame-without/,
  },
  {
    name: 'polling-on-a-page-of-nothing',
    body: filling(`setInterval(() => fetch('/poll'), 300);`, ''),
    said: /^after 9 s the page showed nothing and was still connected to polling-on-a-page-of-nothing\.test$/,
  },
  {
    name: 'interval-on-a-page-of-nothing-without-an-end',
    body: filling(`setInterval(() => {}, 100);`, ''),
    said: /^after 9 s a timer of the page was still running$/,
  },
  {
    name: 'never-the-same',
    body: filling(`setInterval(() => show('more'), 50);`),
    said: /^after 9 s the page was still changing$/,
  },
];

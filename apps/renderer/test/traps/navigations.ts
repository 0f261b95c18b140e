/* Pages whose scripts go somewhere else, and what is not a document there. */
import { filling, late, type Trap } from './trap.ts';

const page = (text: string): string =>
  filling(
    `show(${text
      .split(' ')
      .map((word) => `'${word}'`)
      .join(', ')});`,
  );
const goes = (to: string): string =>
  filling(`show('still', 'here'); setTimeout(() => { location = '${to}' }, 100);`);

export const NAVIGATIONS: readonly Trap[] = [
  { name: 'to-a-zip', body: goes('/file.zip'), texts: ['still here'] },
  { name: 'to-an-attachment', body: goes('/attachment'), texts: ['still here'] },
  { name: 'to-nothing', body: goes('/no-content'), texts: ['still here'] },
  {
    name: 'to-where-it-came-from',
    body: filling(`show('still', 'here'); setTimeout(() => history.back(), 300);`),
    texts: ['still here'],
  },
  { name: 'to-an-empty-page', body: goes('/empty'), texts: ['still here'] },
  { name: 'to-a-mail', body: goes('mailto:tea@shop.example'), texts: ['still here'] },
  { name: 'to-a-program', body: goes('shopapp://open?item=1'), texts: ['still here'] },
  {
    name: 'click-on-a-download',
    body: filling(
      `show('still', 'here'); const a = document.createElement('a'); a.href = '/file.zip'; a.download = 'x.zip'; document.body.append(a); a.click();`,
    ),
    texts: ['still here'],
  },
  {
    name: 'frame-that-downloads',
    body: `${filling(`show('still', 'here');`)}<iframe src="/file.zip"></iframe>`,
    texts: ['still here'],
  },
  {
    name: 'to-what-is-absent',
    body: goes('/absent'),
    texts: ['still here'],
    said: /^its scripts lead to http:\/\/to-what-is-absent\.test:\d+\/absent, which answered 404$/,
  },
  { name: 'to-a-text', body: goes('/poll'), texts: ['still here'], said: /which is text\/plain$/ },
  {
    name: 'to-where-nobody-is',
    body: goes('http://BARE/'),
    texts: ['still here'],
    said: /gone\.inner\.test/,
  },
  {
    name: 'to-who-hangs-up',
    body: goes('/hang-up'),
    texts: ['still here'],
    said: /^its scripts lead to http:\/\/to-who-hangs-up\.test:\d+\/hang-up, which can't be reached$/,
  },
  {
    name: 'to-what-robots-may-not',
    body: goes('/private'),
    texts: ['still here'],
    said: /^robots\.txt of .* forbids fetching \/private$/,
  },
  {
    name: 'sends-a-form',
    body: `${filling(`show('still', 'here'); setTimeout(() => document.forms[0].submit(), 100);`)}<form method="post" action="/absent"></form>`,
    texts: ['still here'],
    said: /^the page sends a form to /,
  },
  {
    name: 'redirects-by-script',
    body: '<script>location.href = "/one.html"</script>',
    pages: { '/one.html': '<script>location.replace("/two.html")</script>', '/two.html': page('end of two') },
    texts: ['end of two'],
  },
  {
    name: 'redirects-after-a-countdown',
    body: `<p>You will be redirected in <b id="n">4</b> seconds</p><script>setInterval(() => { if (--n.textContent === 0) location = '/two.html' }, 900)</script>`,
    pages: { '/two.html': page('after a countdown') },
    texts: ['after a countdown'],
  },
  {
    name: 'saves-what-it-made',
    body: filling(
      `show('still', 'here'); const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.csv'; document.body.append(a); a.click(); location = URL.createObjectURL(new Blob(['x'], { type: 'application/zip' }));`,
    ),
    texts: ['still here'],
  },
  {
    name: 'redirects-without-an-end',
    body: '<h1>Tea</h1><script>setTimeout(() => { location.href = "/one.html?" + Math.random() }, 10)</script>',
    pages: { '/one.html': '<h1>Tea</h1><script>location.href = "/?" + Math.random()</script>' },
    said: /^the page navigated more than 10 times$/,
  },
  {
    name: 'leaves-late-for-a-slow-page',
    body: filling(
      `setTimeout(() => { location = '${late(2_500, '<h1>slow other page</h1>', 'html')}' }, 1_500);`,
    ),
    texts: ['slow other page'],
  },
  {
    name: 'leaves-after-an-answer',
    body: filling(
      `fetch('${late(2_000, '/next.html')}').then((a) => a.text()).then((next) => { location = next });`,
    ),
    pages: { '/next.html': page('by an answer') },
    texts: ['by an answer'],
  },
  {
    name: 'leaves-while-it-is-read',
    body: filling(
      `Object.defineProperty(globalThis, 'Shopify', { get() { location = '/next.html'; return 1; } });`,
    ),
    pages: { '/next.html': page('read again') },
    texts: ['read again'],
  },
  {
    name: 'leaves-for-a-document-of-its-own',
    body: filling(
      `location = URL.createObjectURL(new Blob(['<h1>made ' + 'by itself</h1>'], { type: 'text/html' }));`,
    ),
    texts: ['made by itself'],
  },
  {
    name: 'sends-a-form-that-asks',
    body: `<form action="/next.html"><input name="q" value="tea"></form><script>document.forms[0].submit()</script>`,
    pages: { '/next.html?q=tea': page('asked by a form') },
    texts: ['asked by a form'],
  },
  {
    name: 'loads-again-once',
    body: filling(
      `if (sessionStorage.again) show('second', 'time'); else { sessionStorage.again = 1; location.reload(); }`,
    ),
    texts: ['second time'],
  },
  {
    name: 'writes-a-document-without-an-end',
    body: `<script>addEventListener('load', () => { document.open(); document.write('<h1>writ' + 'ten anew</h1>'); })</script>`,
    texts: ['written anew'],
  },
];

export const FRAMES: readonly Trap[] = [
  {
    name: 'frame-filled-by-markup',
    body: `<iframe id="f"></iframe><script>f.contentDocument.body.innerHTML = '<p>fil' + 'led by markup</p>'</script>`,
    texts: ['filled by markup'],
  },
  {
    name: 'frame-that-is-written',
    body: `<iframe id="f" src="about:blank"></iframe><script>setTimeout(() => { const d = f.contentDocument; d.open(); d.write('<p>writ' + 'ten into</p>'); d.close(); }, 900)</script>`,
    texts: ['written into'],
  },
  {
    name: 'frame-with-its-source',
    body: `<iframe id="f"></iframe><script>f.srcdoc = '<p>as a ' + 'source</p>'</script>`,
    texts: ['as a source'],
  },
  {
    name: 'frame-of-a-blob',
    body: `<iframe id="f"></iframe><script>f.src = URL.createObjectURL(new Blob(['<p>out of ' + 'a blob</p>'], { type: 'text/html' }))</script>`,
    texts: ['out of a blob'],
  },
  {
    name: 'frame-by-a-script-address',
    body: `<iframe src="javascript:'<p>script ' + 'address</p>'"></iframe>`,
    texts: ['script address'],
  },
  {
    name: 'frames-in-frames',
    body: `<iframe id="f"></iframe><script>const outer = f.contentDocument; outer.body.innerHTML = '<iframe></iframe>'; outer.querySelector('iframe').contentDocument.body.append('two ' + 'deep');</script>`,
    texts: ['two deep'],
  },
  {
    name: 'sandboxed-frame-of-the-origin',
    body: `<iframe sandbox="allow-same-origin" id="f"></iframe><script>f.srcdoc = '<p>in a ' + 'sandbox</p>'</script>`,
    texts: ['in a sandbox'],
  },
  {
    name: 'frame-in-a-shadow',
    body: `<div id="host"></div><script>const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<iframe></iframe>'; root.querySelector('iframe').contentDocument.body.append('in a shaded' + ' frame');</script>`,
    texts: ['in a shaded frame'],
  },
  {
    name: 'object-with-a-page',
    body: `<object data="/inner.html" type="text/html"></object>`,
    pages: { '/inner.html': page('in an object') },
    texts: ['in an object'],
  },
  {
    name: 'frameset',
    body: '<frameset cols="50%,50%"><frame src="/left.html"><frame src="/right.html"></frameset>',
    pages: { '/left.html': page('left frame'), '/right.html': page('right frame') },
    texts: ['left frame', 'right frame'],
  },
  {
    name: 'frame-that-fetches',
    body: '<iframe src="/inner.html"></iframe>',
    pages: {
      '/inner.html': filling(`fetch('${late(2_500, 'fetched within')}').then((a) => a.text()).then(show);`),
    },
    texts: ['fetched within'],
  },
  {
    name: 'sandboxed-frame',
    body: '<h1>Tea</h1><iframe sandbox srcdoc="<p>of another origin</p>"></iframe>',
    without: ['data-frame'],
  },
  {
    name: 'frame-of-another-site',
    body: '<h1>Tea</h1><iframe src="http://HOST/poll"></iframe>',
    without: ['data-frame'],
  },
  { name: 'frame-of-nothing', body: '<h1>Tea</h1><iframe></iframe>', without: ['data-frame'] },
];

// Home pages as sites have them, each with what a browser shows of it, and what of it is stored where that is something else.

/** An answer: a page, or another one; null hangs up. `D` in locations and pages is the domain. */
export type Answer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | null;

/** A page by its address and its visible text. */
export interface Shown {
  /** `D` is the domain. */
  readonly url: string;
  readonly text: string;
}

export interface Situation {
  readonly name: string;
  /** Answers by address: `https://D/`, or a path for both schemes. Others are 404; hosts that are not named do not exist. */
  readonly web: Readonly<Record<string, Answer | ((cookie: string) => Answer)>>;
  /** The start; `https://D/` if absent. */
  readonly start?: string;
  /** Whether nothing listens on port 443. */
  readonly withoutTls?: true;
  /** The page that a browser shows; null if it shows an error of its own. */
  readonly shown: Shown | null;
  /** The page that is stored instead, null for none, and the reason. */
  readonly otherwise?: { readonly stored: Shown | null; readonly why: string };
}

const HOME = 'https://D/home';
const page = (text: string): string => `<!doctype html><title>A</title><body><p>${text}</p></body>`;
const script = (text: string): string =>
  `<!doctype html><title>A</title><script>${text}</script><body></body>`;
const to = (location: string, status = 302): Answer => ({ status, headers: { location } });
const refresh = (content: string, more = ''): string =>
  `<!doctype html><title>A</title><meta http-equiv="refresh" content="${content}"><body>${more}</body>`;

const home: Shown = { url: HOME, text: 'the home page' };
const start = (text: string): Shown => ({ url: 'https://D/', text });

/** A start page that leads to /home in its way. */
const leads = (name: string, answer: Answer): Situation => ({
  name,
  web: { '/': answer, '/home': page('the home page') },
  shown: home,
});
/** A start page that is the home page, whatever else it has. */
const stays = (name: string, answer: Answer, text: string): Situation => ({
  name,
  web: { '/': answer, '/home': page('another page'), '/nojs': page('Please turn on JavaScript') },
  shown: start(text),
});
/** A bare domain of which a browser shows an error, or a page that is not the site's, and `www.` with the home page. */
const www = (
  name: string,
  web: Situation['web'],
  shown: Shown | null,
  more: Partial<Situation> = {},
): Situation => ({
  name,
  web: { 'https://www.D/': page('the site'), 'http://www.D/': page('the site'), ...web },
  shown,
  otherwise: {
    stored: { url: 'https://www.D/', text: 'the site' },
    why: 'nobody types www. again: it is asked where the bare domain has no page',
  },
  ...more,
});

const chain = (count: number, hop: (path: string, number: number) => Answer): Situation['web'] => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      number === 0 ? '/' : `/${number}`,
      hop(number === count - 1 ? '/home' : `/${number + 1}`, number),
    ]),
  ),
  '/home': page('the home page'),
});

export const SITUATIONS: readonly Situation[] = [
  stays('a page', page('a page'), 'a page'),
  ...[301, 302, 303, 307, 308].map((status) => leads(`a redirect ${status}`, to('/home', status))),
  leads('a redirect to a whole address', to('https://D/home')),
  leads('a redirect to an address without a scheme', to('//D/home')),
  leads('a redirect to a relative address with dots', to('./a/../home')),
  leads('a redirect with blanks around its address', to('  /home  ')),
  stays(
    'a redirect without a target',
    { status: 302, headers: { location: '' }, body: page('its page') },
    'its page',
  ),
  {
    name: 'a redirect to a fragment',
    web: { '/': to('/home#top'), '/home': page('the home page') },
    shown: { url: `${HOME}#top`, text: 'the home page' },
    otherwise: { stored: home, why: 'fragments are places within a page' },
  },
  {
    name: 'a redirect to www',
    web: { 'https://D/': to('https://www.D/'), 'https://www.D/': page('www') },
    shown: { url: 'https://www.D/', text: 'www' },
  },
  {
    name: 'a redirect to another host of the site',
    web: { 'https://D/': to('https://shop.D/'), 'https://shop.D/': page('shop') },
    shown: { url: 'https://shop.D/', text: 'shop' },
  },
  {
    name: 'a redirect from http to https',
    web: { 'http://D/': to('https://D/'), 'https://D/': page('over TLS') },
    start: 'http://D/',
    shown: start('over TLS'),
  },
  {
    name: 'a redirect from https to http',
    web: { 'https://D/': to('http://D/'), 'http://D/': page('plain') },
    shown: { url: 'http://D/', text: 'plain' },
  },
  {
    name: 'nineteen redirects',
    web: chain(19, (path) => to(path)),
    shown: home,
  },
  {
    name: 'twenty redirects',
    web: chain(20, (path) => to(path)),
    shown: null,
    otherwise: { stored: home, why: 'the Fetch standard has twenty; Chromium stops one earlier' },
  },
  {
    name: 'twenty-one redirects',
    web: chain(21, (path) => to(path)),
    shown: null,
    otherwise: { stored: null, why: 'both give up' },
  },
  {
    name: 'twelve steps of all kinds',
    web: chain(12, (path, number) =>
      number % 3 === 0
        ? to(path)
        : number % 3 === 1
          ? refresh(`0; url=${path}`)
          : script(`location.replace("${path}")`),
    ),
    shown: home,
  },
  {
    name: 'a redirect to itself that sets a cookie',
    web: {
      '/': (cookie) =>
        cookie.includes('seen=1')
          ? page('seen')
          : { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } },
    },
    shown: start('seen'),
  },
  {
    name: 'a redirect to a page that sets a cookie',
    web: {
      '/': (cookie) => (cookie.includes('seen=1') ? page('seen') : to('/check')),
      '/check': { status: 302, headers: { location: '/', 'set-cookie': 'seen=1; path=/' } },
    },
    shown: start('seen'),
  },

  leads('a refresh', refresh('0; url=/home')),
  leads('a refresh in capitals and quotes', `<META HTTP-EQUIV='Refresh' CONTENT='0;URL="/home"'>`),
  leads('a refresh with a comma', refresh('0,/home')),
  leads(
    'a refresh in the body',
    '<!doctype html><body>Wait<meta http-equiv=refresh content="0;url=home"></body>',
  ),
  leads('a refresh with text', refresh('0; url=/home', '<p>We have moved. <a href="/home">Go on</a>')),
  leads('a refresh after two seconds', refresh('2; url=/home', '<p>Wait.')),
  leads('a refresh from a base', `<base href="/a/">${refresh('0; url=../home')}`),
  leads('a refresh in the head of the answer', { headers: { refresh: '0; url=/home' }, body: page('wait') }),
  leads('a refresh of nothing', { headers: { refresh: '0; url=/home' }, body: '' }),
  stays('a refresh after a minute', refresh('60; url=/home', '<p>news'), 'news'),
  stays('a refresh in a template', `<template>${refresh('0;url=/home')}</template><p>text</p>`, 'text'),
  stays(
    'a refresh in a comment',
    '<!-- <meta http-equiv=refresh content="0;url=/home"> --><p>text</p>',
    'text',
  ),
  stays(
    'a refresh in noscript',
    `<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript>${page('text')}`,
    'text',
  ),
  stays(
    'a refresh in noscript beside an application',
    `<noscript><meta http-equiv=refresh content="0;url=/home"></noscript><div id=app></div><script src=/app.js></script>`,
    '',
  ),
  stays(
    'a refresh in noscript to a request',
    '<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript>',
    '',
  ),
  {
    ...stays(
      'a refresh in noscript beside nothing',
      '<noscript><meta http-equiv=refresh content="0;url=/home"></noscript>',
      '',
    ),
    otherwise: {
      stored: { url: HOME, text: 'another page' },
      why: 'a page that shows nothing is not one: its refresh for browsers without scripts leads to all that there is',
    },
  },
  leads(
    'a script beside a refresh in noscript',
    `<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript><script>location.href="/home"</script>`,
  ),

  leads('location', script('location="/home"')),
  leads('location.href', script("window.location.href = '/home';")),
  leads('location.replace', script('window.location.replace("/home")')),
  leads('location.assign', script("self.location.assign('\\/home')")),
  leads('top.location', script('top.location = "/home";')),
  leads('document.location', script('document.location.href="https://D/home"')),
  leads(
    'location in the body',
    `<!doctype html><body>\n<script type="text/javascript">\nlocation="home"\n</script>\n</body>`,
  ),
  leads('location within comments', script('<!--\n// go\nlocation = "/home" /* now */;\n//-->')),
  leads('location in a timeout', script('setTimeout(function(){location.href="/home"},0)')),
  leads('location in a timeout of text', script(`setTimeout("location.href='/home'", 200)`)),
  leads('location in an arrow', script('setTimeout(() => location.replace("/home"), 100)')),
  leads('location in onload', `<!doctype html><body onload="location.href='/home'"></body>`),
  leads('location in window.onload', script('window.onload = function () { location = "/home"; };')),
  leads(
    'location in a function',
    `<script>function go(){ window.location = "/home" }</script><body onload="go()"></body>`,
  ),
  leads(
    'location in a listener',
    script('document.addEventListener("DOMContentLoaded", function(){ location = "/home" })'),
  ),
  leads('location in a call', script('(function(){ location.assign("/home") })()')),
  leads(
    'location with a notice',
    `<p>Redirecting…</p><a href="/home">Click here</a><script>location="/home"</script>`,
  ),
  leads(
    'the first of two locations',
    `<script>location="/home"</script><script>location="/nothing"</script>`,
  ),
  {
    name: 'location to www',
    web: { 'https://D/': script('location="https://www.D/"'), 'https://www.D/': page('www') },
    shown: { url: 'https://www.D/', text: 'www' },
  },
  {
    ...leads('a computed location', script('location = "/" + ["ho", "me"].join("")')),
    otherwise: {
      stored: start(''),
      why: 'an address that a script computes is not known without running it',
    },
  },
  {
    ...leads('location in two statements', script('document.title = "B"; location = "/home"')),
    otherwise: { stored: start(''), why: 'a program of more than one statement may do anything' },
  },
  {
    ...leads(
      'location with a text',
      `<h1>Welcome</h1><p>To our shop of tea.</p><script>location="/home"</script>`,
    ),
    otherwise: { stored: start('Welcome To our shop of tea.'), why: 'the page shows something of its own' },
  },
  stays(
    'location under a condition',
    `<script>if (top != self) top.location = "/home"</script>${page('text')}`,
    'text',
  ),
  stays('location in a link', `<p><a href="#" onclick="location='/home'">Home</a></p>`, 'Home'),
  stays(
    'location in a template for scripts',
    `<script type="text/html">location="/home"</script>${page('text')}`,
    'text',
  ),
  stays(
    'location in noscript',
    `<noscript><script>location="/home"</script></noscript>${page('text')}`,
    'text',
  ),

  www('a 404', { 'https://D/': { status: 404, body: page('gone') } }, start('gone')),
  www('a 500', { 'https://D/': { status: 500, body: page('broken') } }, start('broken')),
  www('a 403', { 'https://D/': { status: 403, body: page('forbidden') } }, start('forbidden')),
  www('a hang-up', { 'https://D/': null, 'http://D/': null }, null),
  www('no TLS, and a 404', { 'http://D/': { status: 404, body: page('gone') } }, null, {
    withoutTls: true,
    otherwise: {
      stored: { url: 'http://www.D/', text: 'the site' },
      why: 'the bare domain has no page, and no host of it speaks TLS',
    },
  }),
  www(
    'the default page of a server',
    { 'https://D/': '<html><body><h1>It works!</h1></body></html>' },
    start('It works!'),
  ),
  www('a circle over both schemes', { 'https://D/': to('http://D/'), 'http://D/': to('https://D/') }, null),
  {
    name: 'a redirect to itself over https',
    web: { 'https://D/': to('https://D/'), 'http://D/': page('plain') },
    shown: null,
    otherwise: {
      stored: { url: 'http://D/', text: 'plain' },
      why: 'after a circle, what it left out is asked',
    },
  },
  {
    name: 'a dot at the end of the host',
    web: { '/': page('a page') },
    start: 'https://D./',
    shown: { url: 'https://D./', text: 'a page' },
    otherwise: { stored: start('a page'), why: 'the host is the one without the dot' },
  },
  {
    name: 'a redirect to the host with a dot at its end',
    web: { 'https://D/': to('https://www.D./'), 'https://www.D/': page('www') },
    shown: { url: 'https://www.D./', text: 'www' },
    otherwise: { stored: { url: 'https://www.D/', text: 'www' }, why: 'the host is the one without the dot' },
  },

  {
    name: 'a frameset',
    web: {
      '/': '<!doctype html><title>A</title><frameset cols="20%,*"><frame src="nav.html"><frame src="/main.html"></frameset>',
      '/nav.html': page('the navigation'),
      '/main.html': page('the content'),
    },
    shown: start('the content the navigation'),
  },
  {
    name: 'a frameset within a frameset',
    web: {
      '/': '<frameset cols="20%,*"><frame src="nav.html"><frame src="/in.html"></frameset>',
      '/nav.html': page('the navigation'),
      '/in.html': '<frameset rows="20%,*"><frame src="/head.html"><frame src="/main.html"></frameset>',
      '/head.html': page('the head'),
      '/main.html': page('the content'),
    },
    shown: start('the content the head the navigation'),
  },
  {
    name: 'a frameset behind a redirect, one frame of which leads on',
    web: {
      '/': to('/home'),
      '/home': '<frameset cols="20%,*"><frame src="nav.html"><frame src="/old.html"></frameset>',
      '/nav.html': page('the navigation'),
      '/old.html': refresh('0; url=/main.html'),
      '/main.html': page('the content'),
    },
    shown: { url: HOME, text: 'the content the navigation' },
  },
  {
    name: 'a page that is unavailable since a time',
    web: { '/': `<meta name=robots content="unavailable_after: 25 Jun 2010 15:00:00 PST">${page('old')}` },
    shown: start('old'),
    otherwise: { stored: null, why: 'the page asks not to be indexed after that time' },
  },
  stays(
    'a page that is unavailable from a later time on',
    `<meta name=robots content="unavailable_after: 2999-06-25">${page('new')}`,
    'new',
  ),
];

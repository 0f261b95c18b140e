/* Sites that are written without a library, each in a manner of its own. The source of each has no word of what it shows. */
import { HTML, JSON_TYPE, type ScriptSite } from './site.ts';

const script = (code: string): string =>
  `<div id="out"></div><script>const out = document.getElementById('out');${code}</script>`;

export const PLAIN_SITES: readonly ScriptSite[] = [
  {
    name: 'inner-html',
    body: script(
      "out.innerHTML = '<h1>' + ['inner', 'markup'].join(' ') + '</h1><a href=\"/in' + 'ner\">x</a>'",
    ),
    texts: ['inner markup'],
    links: ['/inner'],
  },
  {
    name: 'document-write',
    body: script("document.write('<p>' + 'writ' + 'ten while parsed</p>')"),
    texts: ['written while parsed'],
  },
  {
    name: 'nodes',
    body: script(
      "const p = document.createElement('p'); p.append('node', ' by ', 'node'); out.append(p); p.normalize();",
    ),
    texts: ['node by node'],
  },
  {
    name: 'template',
    body: `<template id="t"><p><slot-text></slot-text></p></template>${script("const copy = document.getElementById('t').content.cloneNode(true); copy.querySelector('slot-text').textContent = 'from' + ' the template'; out.append(copy);")}`,
    texts: ['from the template'],
  },
  {
    name: 'timer',
    body: script("setTimeout(() => { out.textContent = 'after' + ' 400 ms' }, 400)"),
    texts: ['after 400 ms'],
  },
  {
    name: 'chain',
    body: script(
      "let n = 0; const step = () => { out.append('step' + ++n + ' '); if (n < 6) setTimeout(step, 150) }; step();",
    ),
    texts: ['step6'],
  },
  {
    name: 'frame-callback',
    body: script(
      "requestAnimationFrame(() => requestAnimationFrame(() => { out.textContent = 'after' + ' two frames' }))",
    ),
    texts: ['after two frames'],
  },
  {
    name: 'idle-callback',
    body: script("requestIdleCallback(() => { out.textContent = 'when' + ' idle' })"),
    texts: ['when idle'],
  },
  {
    name: 'load-event',
    body: script("addEventListener('load', () => { out.textContent = 'on' + ' load' })"),
    texts: ['on load'],
  },
  {
    name: 'xhr',
    body: script(
      "const x = new XMLHttpRequest(); x.onload = () => { out.textContent = JSON.parse(x.response).text }; x.open('GET', '/data.json'); x.send();",
    ),
    files: { '/data.json': [JSON_TYPE, '{"text":"answer to a request"}'] },
    texts: ['answer to a request'],
    requests: true,
  },
  {
    name: 'fetch-chain',
    body: script(
      "fetch('/a.json').then((a) => a.json()).then((next) => fetch(next)).then((b) => b.text()).then((text) => { out.innerHTML = text })",
    ),
    files: { '/a.json': [JSON_TYPE, '"/b.html"'], '/b.html': [HTML, '<p>second of two answers</p>'] },
    texts: ['second of two answers'],
    requests: true,
  },
  {
    name: 'posted-query',
    body: script(
      "fetch('/graphql', { method: 'POST', body: '{ dish }' }).then((a) => a.json()).then(({ data }) => { out.textContent = data.dish })",
    ),
    files: { '/graphql': [JSON_TYPE, '{"data":{"dish":"dish of the graph"}}'] },
    texts: ['dish of the graph'],
    requests: true,
  },
  {
    name: 'modules',
    body: '<div id="out"></div><script type="module" src="/main.js"></script>',
    files: {
      '/main.js': [
        'text/javascript',
        "import { text } from './text.js'; document.getElementById('out').textContent = text;",
      ],
      '/text.js': ['text/javascript', "export const text = 'text of a module';"],
    },
    texts: ['text of a module'],
  },
  {
    name: 'dynamic-import',
    body: script("import('/late.js').then(({ text }) => { out.textContent = text })"),
    files: { '/late.js': ['text/javascript', "export const text = 'module that came late';"] },
    texts: ['module that came late'],
  },
  {
    name: 'shadow',
    body: script(
      "out.attachShadow({ mode: 'open' }).innerHTML = '<p>' + 'in the' + ' shadow</p><a href=\"/sha' + 'dow\">x</a>'",
    ),
    texts: ['in the shadow'],
    links: ['/shadow'],
  },
  {
    name: 'declared-shadow',
    body: '<my-card><template shadowrootmode="open"><p id="p"></p></template></my-card><script>document.querySelector("my-card").shadowRoot.getElementById("p").textContent = "declared" + " shadow"</script>',
    texts: ['declared shadow'],
  },
  {
    name: 'frame',
    body: '<iframe src="/inner.html"></iframe>',
    files: {
      '/inner.html': [
        HTML,
        '<p id="p"></p><script>p.textContent = "in a" + " frame"</script><a href="/out-of-frame">x</a>',
      ],
    },
    texts: ['in a frame'],
    links: ['/out-of-frame'],
  },
  {
    name: 'frame-in-frame',
    body: script("const f = document.createElement('iframe'); f.src = '/one.html'; out.append(f);"),
    files: {
      '/one.html': [HTML, '<iframe src="/two.html"></iframe>'],
      '/two.html': [HTML, '<p>two frames deep</p>'],
    },
    texts: ['two frames deep'],
  },
  {
    name: 'consent',
    body: `<div id="consent"><p>We use cookies</p><button>Accept</button></div><main hidden></main><script>const main = document.querySelector('main'); main.innerHTML = '<h1>' + 'behind' + ' the wall</h1>';</script>`,
    texts: ['behind the wall'],
  },
  {
    name: 'consent-blocks',
    body: `<div style="position:fixed;inset:0" id="wall">Cookies?</div>${script("document.body.style.overflow = 'hidden'; fetch('/text').then((a) => a.text()).then((text) => { out.textContent = text })")}`,
    files: { '/text': ['text/plain', 'text beside a wall'] },
    texts: ['text beside a wall'],
    requests: true,
  },
  {
    name: 'lazy-parts',
    body: `<div style="height: 3000px">top</div><section id="late"></section><script>new IntersectionObserver(([{ isIntersecting }], seen) => { if (isIntersecting) { seen.disconnect(); fetch('/late.html').then((a) => a.text()).then((html) => { late.innerHTML = html }) } }).observe(document.getElementById('late'))</script>`,
    files: { '/late.html': [HTML, '<p>seen when scrolled to</p>'] },
    texts: ['seen when scrolled to'],
    requests: true,
  },
  {
    name: 'scrolled-list',
    body: `<ul id="list"></ul><script>let n = 0; const add = () => { for (let i = 0; i < 20; i++) { const li = document.createElement('li'); li.style.height = '100px'; li.textContent = 'it' + 'em ' + ++n; list.append(li) } }; add(); addEventListener('scroll', () => { if (n < 60 && scrollY + innerHeight > document.documentElement.scrollHeight - 800) add() })</script>`,
    texts: ['item 60'],
  },
  {
    name: 'routes',
    body: script("history.pushState({}, '', '/route/42'); out.textContent = 'at ' + location.pathname"),
    texts: ['at /route/42'],
  },
  {
    name: 'hash-routes',
    body: script(
      "addEventListener('hashchange', () => { out.textContent = 'route ' + location.hash.slice(2) }); location.hash = '#/home'",
    ),
    texts: ['route home'],
  },
  {
    name: 'leads-on',
    body: `<script>location.replace('/other' + '.html')</script>`,
    files: { '/other.html': [HTML, '<p>where the script led</p>'] },
    texts: ['where the script led'],
  },
  {
    name: 'meta-refresh',
    body: '<meta http-equiv="refresh" content="0;url=/next.html">',
    files: { '/next.html': [HTML, '<p>where the page led</p>'] },
    texts: ['where the page led'],
  },
  {
    name: 'own-elements',
    body: `<my-list></my-list><script>customElements.define('my-list', class extends HTMLElement { connectedCallback() { this.innerHTML = '<p>own' + ' element</p>' } })</script>`,
    texts: ['own element'],
  },
  {
    name: 'worker',
    body: script(
      "const w = new Worker('/worker.js'); w.onmessage = ({ data }) => { out.textContent = data }",
    ),
    files: { '/worker.js': ['text/javascript', "postMessage('computed' + ' by a worker')"] },
    texts: ['computed by a worker'],
  },
  {
    name: 'storage',
    body: script(
      "localStorage.setItem('k', 'kept ' + 'in storage'); document.cookie = 'c=1'; out.textContent = localStorage.getItem('k') + ' ' + document.cookie",
    ),
    texts: ['kept in storage c=1'],
  },
  {
    name: 'picture-load',
    body: script(
      "const i = new Image(); i.onload = () => { out.textContent = 'picture' + ' loaded' }; i.src = '/x.png'; document.body.append(i)",
    ),
    texts: ['picture loaded'],
  },
  {
    name: 'json-data',
    body: `<script type="application/json" id="data">{"parts":["da","ta"]}</script>${script("out.textContent = JSON.parse(document.getElementById('data').textContent).parts.join('') + ' of the page'; window.Shopify = { shop: 'a.example' }; window.ga = () => {}; window.dataLayer = [1]; window.version = 42;")}`,
    texts: ['data of the page'],
    globals: { Shopify: '', 'Shopify.shop': 'a.example', ga: '', dataLayer: '', version: '42' },
  },
  {
    name: 'stylesheet',
    body: script(
      "const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '/s.css'; l.onload = () => { out.textContent = getComputedStyle(out).getPropertyValue('--text').replaceAll('\"', '').trim() }; document.head.append(l)",
    ),
    files: { '/s.css': ['text/css', '#out { --text: "text of a style sheet" }'] },
    texts: ['text of a style sheet'],
  },
];

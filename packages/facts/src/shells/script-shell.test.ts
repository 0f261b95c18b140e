import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/document.ts';
import { isScriptShell } from './script-shell.ts';

const isShell = (html: string): boolean =>
  isScriptShell(html, readDocument(html, false), 'https://site.example/start');
const APP = '<script type=module src=/assets/index.js></script>';

describe('a page is a shell for scripts', () => {
  test.each([
    ['with an empty element for an application', `<div id="root"></div>${APP}`],
    ['with a request to wait in it', `<div id=app><p>Loading…</p></div>${APP}`],
    ['with an element of its own for the application', `<app-root></app-root>${APP}`],
    ['that asks to turn scripts on', `<noscript>Enable JavaScript to use it.</noscript><div></div>${APP}`],
    ['with nothing but its programs', `<body>${APP}</body>`],
    ['whose inline program writes it', '<body><script>document.body.innerHTML = render()</script>'],
    ['whose inline program adds to it', '<body><div id=x></div><script>x.append("Tea")</script>'],
    ['whose inline program fetches it', '<body><p id=x></p><script>fetch("/a").then(show)</script>'],
    [
      'that leads to another page',
      '<p>Please wait, you are redirected</p><script>location.href = base + "/a"</script>',
    ],
    ['that replaces itself', '<body><script>window.location.replace(home())</script>'],
    ['that sends a form by itself', '<form action=/a></form><script>document.forms[0].submit()</script>'],
    ['with nothing but a frame of its site', '<body><iframe src="/app/" width="100%"></iframe>'],
    ['with a frame of the same host', '<iframe src="https://SITE.example/app"></iframe>'],
    ['with a frame that a script fills', '<iframe id=f></iframe><script>fill(f)</script>'],
    ['with a frame that has its source', '<iframe srcdoc="<p>Tea</p>"></iframe>'],
    [
      'with frames that scripts write',
      '<frameset><frame name=a src="about:blank"></frameset><script>fill(a)</script>',
    ],
    ['with a frame that nobody sees', `<iframe hidden src=/a></iframe><div id=app></div>${APP}`],
  ])('%s', (_, html) => {
    expect(isShell(html)).toBe(true);
  });
});

describe('a page is none', () => {
  test.each([
    ['without a program', '<div id=root></div><script type=application/ld+json>{"name":"a"}</script>'],
    [
      'that a server filled',
      `<div id=root><h1>Hello</h1><p>${'A sentence of a page. '.repeat(10)}</div>${APP}`,
    ],
    [
      'with an image gallery in it',
      `<div id=app>${'<a href=/a><img src=/a.jpg></a>'.repeat(20)}</div>${APP}`,
    ],
    ['with nothing but a counter', '<body><script src=https://www.googletagmanager.com/gtag/js></script>'],
    ['with text', `<p>${'A sentence of a page. '.repeat(100)}<div id=app></div>${APP}`],
    [
      'with its content for those without scripts',
      `<div id=app></div>${APP}<noscript>${'Text. '.repeat(100)}`,
    ],
    ['with a frame of another site', `<iframe src=https://other.example/page></iframe>${APP}`],
    ['with frames of a frameset', '<frameset><frame src=/menu><frame src=/main></frameset>'],
    ['with text beside a frame', `<p>${'A sentence. '.repeat(5)}</p><iframe src=/page></iframe>${APP}`],
    ['with a film', `<object data=/intro.swf></object>${APP}`],
    [
      'that leads on from a menu',
      `<p>${'A sentence. '.repeat(10)}</p><script>function go(){location.href="/a"}</script>`,
    ],
    ['that compares its address', '<p>Hello</p><script>if (location.href == "/a") log()</script>'],
    [
      'whose counter adds itself',
      `<body><script>var s=document.createElement('script');s.src='https://mc.yandex.ru/a.js';document.head.appendChild(s)</script>`,
    ],
    ['with a form', `<form><input name=user><input type=password><button>Log in</button></form>${APP}`],
    ['of no bytes', ''],
  ])('%s', (_, html) => {
    expect(isShell(html)).toBe(false);
  });

  test('with more elements than any shell', () => {
    const mounts = '<div id=app>'.repeat(2_900);
    expect(isShell(`${mounts}${'x '.repeat(700)}${APP}`)).toBe(false);
    expect(isShell(`${'<i>'.repeat(100_000)}${APP}`)).toBe(false);
  });
});

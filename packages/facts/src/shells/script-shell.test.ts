import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/document.ts';
import { isScriptShell } from './script-shell.ts';

const isShell = (html: string): boolean => isScriptShell(html, readDocument(html, false));
const APP = '<script type=module src=/assets/index.js></script>';

describe('a page is a shell for scripts', () => {
  test.each([
    ['with an empty element for an application', `<div id="root"></div>${APP}`],
    ['with a request to wait in it', `<div id=app><p>Loading…</p></div>${APP}`],
    ['with an element of its own for the application', `<app-root></app-root>${APP}`],
    ['that asks to turn scripts on', `<noscript>Enable JavaScript to use it.</noscript><div></div>${APP}`],
    ['with nothing but its programs', `<body>${APP}</body>`],
    ['whose inline program writes it', '<body><script>document.body.innerHTML = render()</script>'],
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
    ['with a frame', `<iframe src=/page></iframe>${APP}`],
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

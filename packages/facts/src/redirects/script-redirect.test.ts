import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

function refreshOf(html: string) {
  return extractPage({
    url: 'https://a.test/x/',
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  }).refresh;
}

const script = (text: string): string => `<script>${text}</script>`;
const HOME = 'https://a.test/home';

describe('a page of one statement with a literal address leads there', () => {
  test.each([
    'location="/home"',
    "location = '/home';",
    'location.href="/home"',
    "location.href = '\\/home'",
    'location.href=`/home`',
    'window.location = "/home";;',
    'window.location.href="https:\\/\\/a.test\\u002fhome"',
    'window.location.replace("/home")',
    'window.location.assign("../home")',
    'top.location = "/home"',
    'parent.location.href="/home"',
    'document.location="/home"',
    'document.location.href = "/home#top"',
    'window.document.location.replace("/home");',
    "self.location.assign('/home')",
    'this.location="/home"',
    'window["location"]["href"] = "/home"',
    "window.open('/home', '_self')",
    '"use strict"; location="/home"; return;',
    '<!--\nlocation="/home"\n//-->',
    '<!-- hide it\nlocation.href="/home";\n-->',
    '//<![CDATA[\nlocation="/home"\n//]]>',
    '/* to the "home" page */ location /* of it */ = "/home" // done',
    'location.\nhref\n=\n"/home"',
    'setTimeout(function(){location.href="/home"},0)',
    'setTimeout(function(){location.href="/home"})',
    'window.setTimeout(() => { location.replace("/home"); }, 10000);',
    'setTimeout(()=>location.assign("/home"),500)',
    'setTimeout("location.href=\'/home\'", 100)',
    'setTimeout(go, 100); function go() { location = "/home"; }',
    'function go(){ location.href="/home"; } go();',
    'function go(){ window.location.replace("/home"); return false; }\nwindow.onload = go;',
    'window.onload=function(){location.href="/home"}',
    'onload = () => location.replace("/home")',
    'window.addEventListener("load", function () { location = "/home"; }, false)',
    'document.addEventListener("DOMContentLoaded", (event) => { window.location.href = "/home"; });',
    '(function(){location="/home"})()',
    '(function(){location="/home"}())',
    '(() => { location="/home" })();',
    '!function(){ setTimeout(function(){ location="/home" }, 1) }()',
  ])('%s', (text) => {
    expect(refreshOf(script(text))).toEqual({ url: HOME, by: 'script', isBlank: true });
  });

  test.each([
    [
      'in the head',
      `<!doctype html><html><head><title>A</title>${script('location="/home"')}</head><body></body>`,
    ],
    ['in the body', `<html><body>\n${script('location="/home"')}\n</body></html>`],
    ['with a type', `<script type="text/javascript">location="/home"</script>`],
    [
      'with an old type',
      `<SCRIPT LANGUAGE="JavaScript1.2" TYPE='application/x-javascript'>location="/home"</SCRIPT>`,
    ],
    ['as a module', `<script type=module>location="/home"</script>`],
    ['when the body is loaded', `<body onload="location.href='/home'">`],
    [
      'when the body is loaded, with references',
      `<body onLoad="javascript:location.href=&quot;/home&quot;;">`,
    ],
    [
      'by a function when the body is loaded',
      `${script('function go(){location="/home"}')}<body onload=go()>`,
    ],
    ['beside comments', `<!-- a --><body>${script('location="/home"')}<!-- <a href=/no>n</a> -->`],
    ['with a link in noscript', `${script('location="/home"')}<noscript><a href="/other">On</a></noscript>`],
    [
      'with a refresh in noscript',
      `<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>${script('location="/home"')}`,
    ],
    [
      'with a notice',
      `<h1>Redirecting…</h1>${script('location="/home"')}<p><a href="/home">Click here</a> to go on.`,
    ],
    ['with a request to wait', `<p>Please wait…</p>${script('location="/home"')}`],
    [
      'beside a counter of visits',
      `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
       ${script('window.dataLayer=[];dataLayer.push({page:document.location.href})')}${script('location="/home"')}`,
    ],
    [
      'beside data',
      `<script type="application/ld+json">{"url":"location"}</script>${script('location="/home"')}`,
    ],
    ['with style', `<style>body{color:red}</style><link rel=icon href=/i>${script('location="/home"')}`],
    ['with a hidden pixel', `<img width=1 height=1 src=/p>${script('location="/home"')}`],
    ['the first of two', `${script('location="/home"')}${script('location="/other"')}`],
    [
      'at once after one that waits',
      `${script('onload=function(){location="/other"}')}${script('location="/home"')}`,
    ],
    [
      'before a program that leads elsewhere',
      `${script('location="/home"')}${script('if (a) location.href = b')}`,
    ],
    ['the earlier of two', `${script('setTimeout("location=\'/other\'",900)')}${script('location="/home"')}`],
  ])('%s', (_, html) => {
    expect(refreshOf(html)?.url).toBe(HOME);
  });

  test('the address is resolved as that of a link', () => {
    expect(refreshOf(`<base href=/deep/>${script('location="en/?q=é#top"')}`)?.url).toBe(
      'https://a.test/deep/en/?q=%C3%A9',
    );
    expect(refreshOf(script('location="//b.test"'))?.url).toBe('https://b.test/');
    expect(refreshOf(script('location.href=""'))?.url).toBe('https://a.test/x/');
  });
});

describe('a page does not lead anywhere', () => {
  test.each([
    'location="/"+lang',
    'location=home',
    'location.href = "/home" + location.search',
    'location.href = `/${lang}/home`',
    'location.href = navigator.language === "de" ? "/de" : "/home"',
    'location = decodeURIComponent("%2Fhome")',
    'location.replace(atob("L2hvbWU="))',
    'location.replace("/home", 1)',
    'var to = "/home"; location = to',
    'if (top != self) top.location = "/home"',
    'if (screen.width < 700) { location = "/m" }',
    'document.cookie="a=1"; location="/home"',
    'location == "/home"',
    'location.hash="home"',
    'location = "#home"',
    'location.reload()',
    'location = "mailto:a@a.test"',
    'location = "javascript:void(0)"',
    'opener.location="/home"',
    'frames[0].location="/home"',
    'window.open("/home")',
    'window.open("/home", "_blank")',
    'setTimeout(function(){location.href="/home"},30000)',
    'setTimeout(function(){location.href="/home"}, wait)',
    'setInterval(function(){location.href="/home"}, 10)',
    'function go(){ location="/home" }',
    'window.onclick=function(){location="/home"}',
    'document.addEventListener("click", function(){location="/home"})',
    'go(); function leave(){ location="/home" }',
    'function go(){ go() } go()',
    '// location="/home"',
    '/* location="/home" */',
    '"location=\'/home\'"',
    'location="/home',
    'x.location="/home"',
    'try { location="/home" } catch (e) {}',
    `${'('.repeat(3_000)}location="/home"`,
    `${'setTimeout(function(){'.repeat(20)}location="/home"${'})'.repeat(20)}`,
  ])('%s', (text) => {
    expect(refreshOf(script(text))).toBeNull();
  });

  test.each([
    ['with text of its own', `<h1>Welcome</h1><p>To our shop.</p>${script('location="/home"')}`],
    ['with links', `<a href=/a>A</a><a href=/b>B</a>${script('location="/home"')}`],
    ['with a picture', `<img src=/logo.png>${script('location="/home"')}`],
    ['with a form', `<form><input name=q></form>${script('location="/home"')}`],
    ['with a frame', `<iframe src=/frame></iframe>${script('location="/home"')}`],
    ['in a comment', `<!--${script('location="/home"')}-->`],
    ['in noscript', `<noscript>${script('location="/home"')}</noscript>`],
    ['in a template', `<template>${script('location="/home"')}</template>`],
    ['in a template for scripts', `<script type="text/html">location="/home"</script>`],
    ['in another language', `<script type="text/vbscript">location="/home"</script>`],
    ['beside an address', `<script src=/a.js>location="/home"</script>`],
    [
      'behind a program that leads elsewhere',
      `${script('if (a) location.href = b')}${script('location="/home"')}`,
    ],
    ['behind a program that writes', `${script('document.write(page)')}${script('location="/home"')}`],
    ['by an attribute of a link', `<a href=# onclick="location='/home'">Home</a>`],
  ])('%s', (_, html) => {
    expect(refreshOf(html)).toBeNull();
  });
});

// Answers that servers give for well-known files that they do not have, by kind. All texts are invented.
import { type Answered, type Kind, SITES, typeOf } from './kinds.ts';

const PAGE_STARTS = [
  '<!DOCTYPE html>\n<html lang="en"><head>',
  '\uFEFF<!doctype html><html><head>',
  '<!-- built 2026-03-01 --><!DOCTYPE html><html><head>',
  '\n\n  <html>\n<head>',
  '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html><head>',
  '<head>',
  '<script>var dataLayer=[];</script><!DOCTYPE html><html><head>',
  '<div id="app"></div><script src="/app.js"></script><html><head>',
];
const page = (at: number, title: string, body: string): string =>
  `${PAGE_STARTS[at % PAGE_STARTS.length]}<title>${title}</title></head><body>${body}</body></html>`;

const html = (at: number): Answered => ({
  type: 'text/html',
  text: page(at, SITES[at % SITES.length] ?? '', `<h1>Welcome</h1><p>Contact: mailto:info@example.com</p>`),
});

const NOT_FOUND = [
  'Not Found',
  '404',
  '404 Not Found\n',
  'File not found.',
  'Page not found',
  'The requested URL was not found on this server.',
  'Sorry, the page you are looking for could not be found.',
  'Error 404: no such file',
  'Cannot GET /llms.txt',
  'No such key',
  'This page does not exist',
  'Oops! That page can’t be found.',
  'Die angeforderte Seite wurde nicht gefunden.',
  'Nicht gefunden',
  'Page introuvable',
  'Página no encontrada',
  'Pagina non trovata',
  'Pagina niet gevonden',
  'Strona nie została znaleziona',
  'Страница не найдена',
  '页面不存在',
  'ページが見つかりません',
  'No route matches the path',
  'resource is not available',
  'Requested file does not exist on this host\n\nRequest id: 8f3a',
];

const JSON_ERRORS = [
  '{"error":"Not Found"}',
  '{"statusCode":404,"message":"Cannot GET","error":"Not Found"}',
  '{\n  "status": "error",\n  "code": 404\n}',
  '[]',
  '{}',
  '["not","found"]',
  '{"errors":[{"title":"no such route"}]}',
  '{"success":false,"name":"NotFound"}',
  '"<!DOCTYPE html><html></html>"',
  '{"html":"<html></html>"}',
];

const XML_ERRORS = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>',
  '<Error><Code>AccessDenied</Code></Error>',
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<cross-domain-policy/>',
];

const LOGINS = [
  'Please log in to continue.',
  'You must be logged in to view this file.',
  'Login required',
  'Sign in to your account',
  'Authentication required',
  'Unauthorized',
  'Access denied',
  'Forbidden',
  'Your session has expired. Log in to go on.',
  'Session expired, please sign in.',
];

const PROGRAMS = [
  'window.location.href = "/";',
  'document.cookie="a=1";location.reload();',
  'function go(){location="/"}go();',
  '(function(){var a=1})();',
  '!function(e,t){}(this,1);',
  'var config = {"a": 1};',
  'const app = () => 1;',
  'import { a } from "./a.js";',
  '@charset "utf-8";\nbody { margin: 0 }',
  'body { color: red; }',
  '.site-header { display: none; }',
  '/*! theme 1.2 */\nbody{margin:0}',
  '#!/bin/sh\necho ok',
  'self.addEventListener("install", () => {});',
  'callback({"error": 404});',
];

const FAULTS = [
  '<br />\n<b>Warning</b>:  include(): failed in <b>/var/www/index.php</b> on line <b>3</b><br />',
  'Fatal error: Uncaught Error in /var/www/html/index.php:12',
  'Warning: Undefined variable $page in /srv/www/x.php on line 9',
  'Traceback (most recent call last):\n  File "app.py", line 3',
  'Internal Server Error',
  'Service Unavailable',
  'Bad Gateway',
  '502 Bad Gateway',
  'upstream: 503',
  'Exception in thread main: x.Y at line 4',
  'No input file specified.',
  'Parse error: syntax error, unexpected end of file',
];

const WALLS = [
  'Please enable JavaScript to view this site.',
  'Enable JavaScript and cookies to continue',
  'Checking your browser before you go on. Ray ID: 8a7b',
  'Verify you are a person. Incident ID: 81-22',
  'Request blocked. Support ID: 1234567890',
  'Please complete the captcha',
  'Too many requests',
  'Access to this site is blocked. Reference #18.9f2',
];

const PARKED = [
  'This domain is for sale.',
  'example.com is parked',
  'Coming soon',
  'Under construction',
  'Buy this domain now!',
  'It works!',
  'Hello, world',
  'OK',
  'Site is offline',
  'Account suspended',
];

const words =
  (texts: readonly string[]) =>
  (at: number): Answered => ({ type: typeOf(at), text: texts[at % texts.length] ?? '' });

/** Whatever path is requested, this text comes, with what differs from one request to the next. */
const everyPath = (at: number): Answered => {
  const text =
    [
      'Welcome to our small server.\nIt was started on 1 May.\n',
      '# Welcome\n\nThis is [the site](https://example.com/).\n',
      'User-agent: *\nDisallow: /tmp/\n',
      'ads.example.com, 77, DIRECT\n',
      'Contact: mailto:all@example.com\n',
      '/* TEAM */\nNobody in particular\n',
      'Served PATH at TIME for you by node NODE, good day.\nHave fun.\n',
    ][at % 7] ?? '';
  return { type: 'text/plain', text: fill(text, 'PATH-1', at), missing: fill(text, 'PATH-2', at + 1_000) };
};

function fill(text: string, path: string, at: number): string {
  return text
    .replace('PATH', path)
    .replace('TIME', `2026-11-${10 + (at % 20)}T10:${10 + (at % 50)}:00Z`)
    .replace('NODE', `web-${at}`);
}

/** Bytes of pictures, archives and the like, as they decode. */
const binary = (at: number): Answered => ({
  type: at % 2 === 0 ? 'application/octet-stream' : 'text/plain',
  text:
    [
      '\x89PNG\r\n\x1a\n\uFFFD\uFFFDIHDR',
      'GIF89a\x01\x01',
      '\x1f\x8b\x08\x01\x02\x03',
      '%PDF-1.7\n',
      'PK\x03\x04\x01',
      '\x01\x02\x03\x04 \x05\x06',
      'wOF2\x01',
      `a${'\uFFFD'.repeat(20)}`,
    ][at % 8] ?? '',
});

/** Pages whose markup is hidden from a look at the start or at the type. */
const disguised = (at: number): Answered => {
  const body = page(at, 'Home', '<p>Welcome');
  return (
    (
      [
        { type: 'text/plain', text: body },
        { type: 'text/markdown', text: body },
        { type: 'application/octet-stream', text: `${'\n \t'.repeat(5_000)}${body}` },
        { type: 'text/html', text: `Home - Example\n${body}` },
        { type: 'text/plain', text: `200 OK\n${body}` },
        { type: 'text/plain', text: body.replaceAll('<', '&lt;').trim() },
        { type: null, text: `"${body}"` },
        { type: 'text/plain', text: `(${body})` },
      ] as const
    )[at % 8] ?? { type: null, text: body }
  );
};

/** Texts of other files than the one that was requested. */
const others = (at: number): Answered => ({
  type:
    ['text/plain', 'text/csv', 'text/calendar', 'application/json', 'image/png', 'text/css'][at % 6] ?? null,
  text:
    [
      'name;street;city\nA;B;C\n',
      'a,b,c\n1,2,3\n',
      'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
      '{"a":1}',
      'x',
      'p { margin: 0 }',
    ][at % 6] ?? '',
});

const FORMLESS = [
  'Lorem ipsum dolor sit amet',
  'v1.2.3',
  'google-site-verification: google1a2b.html',
  '1',
  'ping',
];

export const STRANGERS: readonly Kind[] = [
  { name: 'the home page', real: false, make: html },
  { name: 'a page in disguise', real: false, make: disguised },
  {
    name: 'a page that says that there is none',
    real: false,
    make: (at) => ({ type: 'text/html', text: page(at, '404', '<h1>Not found</h1>') }),
  },
  { name: 'words that there is none', real: false, make: words(NOT_FOUND) },
  { name: 'a login or a wall', real: false, make: words([...LOGINS, ...WALLS]) },
  {
    name: 'an error as JSON or XML',
    real: false,
    make: (at) => (at % 2 === 0 ? jsonError(at) : xmlError(at)),
  },
  {
    name: 'nothing',
    real: false,
    make: (at) => ({ type: typeOf(at), text: ['', ' ', '\n', '\r\n\r\n', '\uFEFF', '\t \n'][at % 6] ?? '' }),
  },
  { name: 'no text', real: false, make: binary },
  { name: 'a program or its error', real: false, make: words([...FAULTS, ...PROGRAMS]) },
  { name: 'a stand-in', real: false, make: words(PARKED) },
  { name: 'the same for every path', real: false, make: everyPath },
  { name: 'another file', real: false, make: others },
  {
    name: 'a text of no form, and an unknown name gets no answer',
    real: false,
    make: (at) => ({ type: 'text/plain', text: FORMLESS[at % FORMLESS.length] ?? '', missing: null }),
  },
  {
    name: 'another status',
    real: false,
    make: (at) => ({
      type: 'text/plain',
      text: 'Contact: mailto:a@b.example\n# A\n## B\n',
      status: [404, 403, 500, 410, 204][at % 5] ?? 404,
    }),
  },
];

function jsonError(at: number): Answered {
  const text = JSON_ERRORS[at % JSON_ERRORS.length] ?? '';
  return { type: at % 4 === 0 ? 'application/json' : 'text/plain', text };
}

function xmlError(at: number): Answered {
  const type = ['application/xml', 'text/xml', 'text/plain'][at % 3] ?? null;
  return { type, text: XML_ERRORS[at % XML_ERRORS.length] ?? '' };
}

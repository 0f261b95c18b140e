import { expect, test } from 'vitest';
import { readDocument } from '../document/document.ts';
import { siteOwner } from './site-owner.ts';
import { standingOf } from './standing.ts';

/** The standing of the text `here` of a page. */
function standing(body: string, path = '/article'): string {
  const { visibleText, zones } = readDocument(`<html><body>${body}</body></html>`);
  const at = visibleText.lines.indexOf('here');
  return standingOf(zones.of(visibleText.elementAt(at)), siteOwner(`https://firm.example${path}`, []));
}

test.each([
  ['<p>here', 'plain'],
  ['<footer><p>here</footer>', 'owner'],
  ['<div role=contentinfo>here</div>', 'owner'],
  ['<div id=siteFooter><p>here</div>', 'owner'],
  ['<div class="widget_contact-box">here</div>', 'owner'],
  ['<address>here</address>', 'owner'],
  ['<article><p>here</article>', 'told'],
  ['<div class="news-detail">here</div>', 'told'],
  ['<figcaption>here</figcaption>', 'told'],
  ['<aside><div class="entry-content">here</div></aside>', 'told'],
  ['<article><div class=vcard>here</div></article>', 'owner'],
  ['<blockquote>here</blockquote>', 'others'],
  ['<footer><div class=testimonials>here</div></footer>', 'others'],
  ['<div class="jobListing"><address>here</address></div>', 'others'],
  ['<ul class="search-results"><li>here</ul>', 'others'],
  ['<div class=sponsors><p>here</div>', 'others'],
  ['<div id=comments>here</div>', 'others'],
  // Words that only begin or end alike.
  ['<div class=preview>here</div>', 'plain'],
  ['<div class=download>here</div>', 'plain'],
])('%s is %s', (body, expected) => {
  expect(standing(body)).toBe(expected);
});

test.each([
  ['/contact', '<article><p>here</article>', 'owner'],
  ['/impressum.html', '<p>here', 'owner'],
  ['/contact', '<blockquote>here</blockquote>', 'others'],
  ['/', '<article><p>here</article>', 'told'],
])('on %s, %s is %s', (path, body, expected) => {
  expect(standing(body, path)).toBe(expected);
});

test('an event is of others, except on the site of an office or a school', () => {
  const { visibleText, zones } = readDocument('<div class=event-details><p>here</div>');
  const at = zones.of(visibleText.elementAt(visibleText.lines.indexOf('here')));
  const on = (host: string): string => standingOf(at, siteOwner(`https://${host}/events/7`, []));
  expect(['firm.example', 'town.gov', 'college.edu', 'uni.ac.uk', 'notgov.example'].map(on)).toEqual([
    'others',
    'plain',
    'plain',
    'plain',
    'others',
  ]);
});

test('the names of the whole page tell nothing, except that it is a page of the site itself', () => {
  const { visibleText, zones } = readDocument('<body class="single-job page-id-7 blog"><article><p>here');
  const at = visibleText.lines.indexOf('here');
  const owner = siteOwner('https://firm.example/services', []);
  expect(standingOf(zones.of(visibleText.elementAt(at)), owner)).toBe('plain');
});

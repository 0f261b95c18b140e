import { expect, test } from 'vitest';
import { openXmlSitemap } from './sitemap-xml.ts';

function read(...parts: readonly string[]): { pages: string[]; sitemaps: string[] } {
  const found = { pages: new Set<string>(), sitemaps: new Set<string>() };
  const reader = openXmlSitemap(found);
  for (const part of parts) reader.read(part);
  reader.end();
  return { pages: [...found.pages], sitemaps: [...found.sitemaps] };
}

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const ATOM = 'http://www.w3.org/2005/Atom';

// Namespaces in XML 1.0, section 3: a prefix is any name, bound by the element itself or one around it.
test.each([
  [
    'all names',
    `<sm:urlset xmlns:sm="${SITEMAP}"><sm:url><sm:loc>https://a.test/1</sm:loc></sm:url></sm:urlset>`,
  ],
  [
    'names beside an extension without a prefix',
    `<s:urlset xmlns:s='${SITEMAP}' xmlns='${IMAGE}'><s:url><s:loc>https://a.test/1</s:loc></s:url></s:urlset>`,
  ],
  [
    'names that each element declares',
    `<urlset><x:url xmlns:x="${SITEMAP}"><y:loc xmlns:y="${SITEMAP}">https://a.test/1</y:loc></x:url></urlset>`,
  ],
  [
    'names of an older namespace over https',
    `<g:urlset xmlns:g="https://www.google.com/schemas/sitemap/0.84"><g:url><g:loc>https://a.test/1</g:loc></g:url></g:urlset>`,
  ],
  [
    'names whose prefix is never declared',
    `<ns0:urlset><ns0:url><ns0:loc>https://a.test/1</ns0:loc></ns0:url></ns0:urlset>`,
  ],
  [
    'names beside images, which have a prefix, too',
    `<s:urlset xmlns:s="${SITEMAP}" xmlns:image="${IMAGE}"><s:url>
      <image:image><image:loc>https://a.test/i.jpg</image:loc></image:image>
      <s:loc>https://a.test/1</s:loc>
      <image:image><image:loc>https://a.test/j.jpg</image:loc></image:image></s:url></s:urlset>`,
  ],
])('a prefix before %s changes nothing', (_, xml) => {
  expect(read(xml)).toEqual({ pages: ['https://a.test/1'], sitemaps: [] });
});

test('an index may have a prefix', () => {
  const xml = `<i:sitemapindex xmlns:i="${SITEMAP}"><i:sitemap><i:loc>https://a.test/s.xml</i:loc></i:sitemap></i:sitemapindex>`;
  expect(read(xml)).toEqual({ pages: [], sitemaps: ['https://a.test/s.xml'] });
});

test('an element of an extension with the same name neither begins nor ends a page', () => {
  const xml = `<urlset xmlns:v="urn:v"><url><v:url>https://a.test/v</v:url><loc>https://a.test/1</loc></url></urlset>`;
  expect(read(xml).pages).toEqual(['https://a.test/1']);
});

test('the items of RSS 2.0 are pages, the links of the channel and its image are not', () => {
  const xml = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="${ATOM}" xmlns:media="http://search.yahoo.com/mrss/"><channel>
    <title>t</title><link>https://a.test/home</link><atom:link href="https://a.test/feed.xml" rel="self"/>
    <image><url>https://a.test/logo.png</url><link>https://a.test/home</link></image>
    <item><title>1</title><link>
      https://a.test/1?a=1&amp;b=2
    </link><guid isPermaLink="false">https://a.test/?p=1</guid></item>
    <item><guid>https://a.test/guid</guid><link><![CDATA[https://a.test/2]]></link><media:content url="https://a.test/2.mp4"/></item>
    <item><guid isPermaLink="true">https://a.test/3</guid></item>
    <item><guid>https://a.test/4</guid><link/></item>
    <item><guid isPermaLink="False">https://a.test/no</guid></item>
    <item><guid>tag:a.test,2026:5</guid></item>
    <item><source url="https://b.test/rss">b</source><comments>https://a.test/6#comments</comments><link>/6</link></item>
    <link>https://a.test/end</link></channel></rss>`;
  expect(read(xml).pages).toEqual([
    'https://a.test/1?a=1&b=2',
    'https://a.test/2',
    'https://a.test/3',
    'https://a.test/4',
    '/6',
  ]);
});

test('the items of RSS 1.0 stand beside the channel', () => {
  const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel rdf:about="https://a.test/rss"><link>https://a.test/</link><items><rdf:Seq><rdf:li resource="https://a.test/1"/></rdf:Seq></items></channel>
    <item rdf:about="https://a.test/1"><title>1</title><link>https://a.test/1</link></item></rdf:RDF>`;
  expect(read(xml).pages).toEqual(['https://a.test/1']);
});

// RFC 4287, 4.2.7: a link without `rel` is an alternate, and `type` says of what kind.
test('the alternate links of Atom entries are pages', () => {
  const xml = `<?xml version="1.0"?><feed xmlns="${ATOM}"><link href="https://a.test/"/><link rel="self" href="/feed"/>
    <entry><id>urn:1</id><link href="https://a.test/1"/></entry>
    <entry><link rel="edit" href="https://a.test/edit"/><link rel="alternate" type="text/html" href="https://a.test/2?a&#38;b"></link>
      <link rel="enclosure" type="audio/mpeg" href="https://a.test/2.mp3"/><link rel="replies" href="https://a.test/2/replies"/></entry>
    <entry><link rel="alternate" type="application/json" href="https://a.test/3.json"/>
      <link rel="alternate" type="application/xhtml+xml; charset=utf-8" href="3"/></entry>
    <entry><link rel="http://www.iana.org/assignments/relation/alternate" href="https://a.test/4"/></entry>
    <link href="https://a.test/end"/></feed>`;
  expect(read(xml).pages).toEqual(['https://a.test/1', 'https://a.test/2?a&b', '3', 'https://a.test/4']);
});

test.each([ATOM, 'http://purl.org/atom/ns#'])('a feed of %s may have a prefix', (namespace) => {
  const xml = `<a:feed xmlns:a="${namespace}"><a:entry><a:link rel="alternate" type="text/html" href="https://a.test/1"/></a:entry></a:feed>`;
  expect(read(xml).pages).toEqual(['https://a.test/1']);
});

test('a file is read in whatever parts it comes', () => {
  const xml = `<q:urlset xmlns:q="${SITEMAP}"><q:url><q:loc>https://a.test/1</q:loc></q:url><q:url><q:loc>https://a.test/2</q:loc></q:url></q:urlset>`;
  expect(read(...xml.split('')).pages).toEqual(['https://a.test/1', 'https://a.test/2']);
});

test.each([
  ['an image', `<urlset xmlns:image="${IMAGE}"><url><image:loc>https://a.test/i</image:loc></url></urlset>`],
  [
    'a page of links',
    '<html><body><link rel="alternate" href="/x"><link>https://a.test/</link></body></html>',
  ],
  ['a feed that is truncated', '<rss><channel><item><link>https://a.te'],
  ['a URL that is too long', `<rss><item><link>https://a.test/${'x'.repeat(2_048)}</link></item></rss>`],
])('%s names nothing', (_, xml) => {
  expect(read(xml)).toEqual({ pages: [], sitemaps: [] });
});

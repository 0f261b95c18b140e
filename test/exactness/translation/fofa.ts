/* Queries of FOFA: `=` finds a value that is contained, case ignored; titles are compared as they are shown. */
import { exact, has, isUnder, least, most, refused, type Row } from './rows.ts';

export const FOFA: readonly Row[] = [
  exact('body="gtag"', '"gtag"', (p) => has(p.source, 'gtag')),
  exact('body="GTAG("', '"GTAG("', (p) => has(p.source, 'gtag(')),
  exact('body = "jboss"', '"jboss"', (p) => has(p.source, 'jboss')),
  exact('body=jboss', '"jboss"', (p) => has(p.source, 'jboss')),
  exact('body=powered by', '"powered by"', (p) => has(p.source, 'powered by')),
  exact(`body='name = "tensorflow"'`, String.raw`"name = \"tensorflow\""`, (p) =>
    has(p.source, 'name = "tensorflow"'),
  ),
  exact(String.raw`body="name = \"tensorflow\""`, String.raw`"name = \"tensorflow\""`, (p) =>
    has(p.source, 'name = "tensorflow"'),
  ),
  exact('title="Tea"', 'title:"Tea"', (p) => has(p.title, 'tea')),
  exact('title="tea & more"', 'title:("tea & more" OR "tea &amp; more")', (p) => has(p.title, 'tea & more')),
  exact('title="café"', 'title:("café" OR "caf&eacute;" OR "caf&#233;" OR "caf&#xe9;")', (p) =>
    has(p.title, 'café'),
  ),
  exact('title=“Net”', 'title:"Net"', (p) => has(p.title, 'net')),
  exact('title=="net"', String.raw`title:(re:"^\s*net\s*$")`, (p) => p.title.trim().toLowerCase() === 'net'),
  exact(
    'title=="Welcome to JBoss"',
    String.raw`title:(re:"^\s*Welcome to JBoss\s*$")`,
    (p) => p.title === 'Welcome to JBoss',
  ),
  exact('title!="jboss"', 'same:page(-title:"jboss")', (p) => !has(p.title, 'jboss')),
  exact(
    'body="jboss" && title="welcome"',
    'same:page("jboss" title:"welcome")',
    (p) => has(p.source, 'jboss') && has(p.title, 'welcome'),
  ),
  exact(
    'body="jquery" && title="tea"',
    'same:page("jquery" title:"tea")',
    (p) => has(p.source, 'jquery') && has(p.title, 'tea'),
  ),
  exact(
    'body="paypal" || title="tea"',
    '"paypal" OR title:"tea"',
    (p) => has(p.source, 'paypal') || has(p.title, 'tea'),
  ),
  exact(
    'body="jboss" && (title="welcome to" || body="xml")',
    'same:page("jboss" (title:"welcome to" OR "xml"))',
    (p) => has(p.source, 'jboss') && (has(p.title, 'welcome to') || has(p.source, 'xml')),
  ),
  exact(
    'body="paypal" || body="jboss" && title="it"',
    'same:page("paypal" OR "jboss" title:"it")',
    (p) => has(p.source, 'paypal') || (has(p.source, 'jboss') && has(p.title, 'it')),
  ),
  exact(
    'body="jquery" && body!="gtag" && title!="net"',
    'same:page("jquery" -"gtag" -title:"net")',
    (p) => has(p.source, 'jquery') && !has(p.source, 'gtag') && !has(p.title, 'net'),
  ),
  exact(
    '!(body="html" || body="nothing")',
    'same:page(-("html" OR "nothing"))',
    (p) => !has(p.source, 'html') && !has(p.source, 'nothing'),
  ),
  exact(
    'body="jboss" and title="welcome" or title="shop"',
    'same:page("jboss" title:"welcome" OR title:"shop")',
    (p) => (has(p.source, 'jboss') && has(p.title, 'welcome')) || has(p.title, 'shop'),
  ),
  exact('domain="example.com"', 'site:"example.com"', (p) => isUnder(p.host, 'example.com')),
  exact(
    'domain=="example.net" && body="jquery"',
    'site:"example.net" "jquery"',
    (p) => isUnder(p.host, 'example.net') && has(p.source, 'jquery'),
  ),
  exact('host="paypal"', 'site:"*paypal*"', (p) => p.host.includes('paypal')),
  exact('host="www.tea"', String.raw`url:(re:"^https?://[^/?#:@]*www\.tea")`, (p) =>
    p.host.includes('www.tea'),
  ),
  exact('host=".example.com"', String.raw`url:(re:"^https?://[^/?#:@]*\.example\.com")`, (p) =>
    p.host.includes('.example.com'),
  ),
  exact('js_name="jquery-3"', 'script:"jquery-3"', (p) => /<script src="[^"]*jquery-3/i.test(p.source)),
  exact('body*="*sparse*"', '"sparse"', (p) => has(p.source, 'sparse')),
  most(
    'body="gtag" && header="nginx"',
    '"gtag"',
    ['header="nginx"'],
    (p) => has(p.source, 'gtag') && has(p.headers, 'nginx'),
  ),
  most(
    'title="tea" && icon_hash="-123"',
    'title:"tea"',
    ['icon_hash="-123"'],
    (p) => has(p.title, 'tea') && p.icon === '-123',
  ),
  most(
    'body="jquery" && country="DE"',
    '"jquery"',
    ['country="DE"'],
    (p) => has(p.source, 'jquery') && p.server === 'DE',
  ),
  most(
    'body="jboss" && server!="nginx"',
    '"jboss"',
    ['server!="nginx"'],
    (p) => has(p.source, 'jboss') && !has(p.headers, 'nginx'),
  ),
  most('body*="foo*bar"', 're:"foo(?s:.*)bar"', ['the position of body*="foo*bar"'], (p, words) =>
    words(p.source).some((word) => /^foo.*bar$/i.test(word)),
  ),
  most('link="example.net"', '"example.net"', ['the kind of address in link="example.net"'], (p) =>
    /href="[^"]*example\.net/.test(p.source),
  ),
  least(
    'body="jboss" && (title="welcome" || port="80")',
    'same:page("jboss" title:"welcome")',
    ['port="80"'],
    (p) => has(p.source, 'jboss') && (has(p.title, 'welcome') || p.url.startsWith('http:')),
  ),
  least(
    'body="gtag" || icon_hash="-123"',
    '"gtag"',
    ['icon_hash="-123"'],
    (p) => has(p.source, 'gtag') || p.icon === '-123',
  ),
  least('nginx', '"nginx" OR url:"nginx"', ['the search of headers for nginx'], (p) =>
    [p.title, p.source, p.headers, p.url].some((text) => has(text, 'nginx')),
  ),
  least('"jboss"', '"jboss" OR url:"jboss"', ['the search of headers for "jboss"'], (p) =>
    [p.title, p.source, p.headers, p.url].some((text) => has(text, 'jboss')),
  ),
  least(
    '!(body="html" && header="nginx")',
    'same:page(-"html")',
    ['header="nginx"'],
    (p) => !(has(p.source, 'html') && has(p.headers, 'nginx')),
  ),
  refused('icon_hash="-123"', 'favicons are not stored'),
  refused('header="nginx" && server=="nginx"', 'headers of answers are not stored'),
  refused('body="a" && header="b" || icon_hash="1"', 'a count would say nothing'),
  refused('body=="<html>"', 'no query compares all of the source'),
  refused('app="WordPress"', 'names of its own'),
  refused('cert.issuer.cn="R3"', 'certificates'),
  refused('body="a', 'at column 6, a quote is not closed'),
  refused('(body="a"', 'a parenthesis is not closed'),
  refused('title="a",body="b"', 'at column 10, a comma joins nothing'),
  refused('domain="example"', 'it is not a whole domain'),
];

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
  exact(
    'body="gtag" && header="nginx"',
    'same:page("gtag" headers:"nginx")',
    (p) => has(p.source, 'gtag') && has(p.head, 'nginx'),
  ),
  exact('header="X-Powered-By: PHP"', 'headers:"X-Powered-By: PHP"', (p) => has(p.head, 'x-powered-by: php')),
  exact('header="Basic realm=\\"JBoss\\""', String.raw`headers:"Basic realm=\"JBoss\""`, (p) =>
    has(p.head, 'basic realm="jboss"'),
  ),
  exact('header="PHPSESSID"', 'headers:"PHPSESSID"', (p) => has(p.head, 'phpsessid')),
  exact('header="Set-Cookie: JSESSIONID="', 'cookie:"JSESSIONID"', (p) => p.cookies.includes('JSESSIONID')),
  exact(
    'header="SESSID="',
    String.raw`headers:"SESSID=" OR headers:(re:"(?m)^set-cookie: [^;\n]*SESSID;")`,
    (p) => has(p.head, 'sessid='),
  ),
  exact('server="nginx"', 'header:"server=*nginx*"', (p) =>
    p.fields.some((field) => /^server: .*nginx/i.test(field)),
  ),
  exact('server=="Apache"', 'header:"server=Apache"', (p) => p.fields.includes('Server: Apache')),
  exact('server!="nginx"', 'same:page(-header:"server=*nginx*")', (p) =>
    p.fields.every((field) => !/^server: .*nginx/i.test(field)),
  ),
  exact(
    'body="jboss" && server!="nginx"',
    'same:page("jboss" -header:"server=*nginx*")',
    (p) => has(p.source, 'jboss') && p.fields.every((field) => !/^server: .*nginx/i.test(field)),
  ),
  exact('status_code="401"', String.raw`headers:(re:"^HTTP 401\n")`, (p) => p.status === 401),
  exact('icon_hash="-123"', 'icon:"-123"', (p) => p.icon === '-123'),
  exact(
    'title="tea" && icon_hash="-123"',
    'title:"tea" icon:"-123"',
    (p) => has(p.title, 'tea') && p.icon === '-123',
  ),
  exact(
    'body="gtag" || icon_hash=="77"',
    '"gtag" OR icon:"77"',
    (p) => has(p.source, 'gtag') || p.icon === '77',
  ),
  exact('cert.is_expired=true', 'cert_expires:"<0d"', (p) => p.certificate?.isExpired === true),
  exact('tls.version="TLS 1.2"', 'tls:"TLSv1.2"', (p) => p.certificate?.tls === 'TLSv1.2'),
  exact('nginx', '"nginx" OR url:"nginx" OR headers:"nginx"', (p) =>
    [p.title, p.source, p.head, p.url].some((text) => has(text, 'nginx')),
  ),
  exact('"jboss"', '"jboss" OR url:"jboss" OR headers:"jboss"', (p) =>
    [p.title, p.source, p.head, p.url].some((text) => has(text, 'jboss')),
  ),
  exact(
    '"tea & more"',
    '"tea & more" OR title:("tea & more" OR "tea &amp; more") OR url:"tea & more" OR headers:"tea & more"',
    (p) => [p.title, p.source, p.head, p.url].some((text) => has(text, 'tea & more')),
  ),
  exact(
    '!(body="html" && header="nginx")',
    'same:page(-("html" headers:"nginx"))',
    (p) => !(has(p.source, 'html') && has(p.head, 'nginx')),
  ),
  most(
    'header="PHPSESSID=0f"',
    String.raw`headers:"PHPSESSID=0f" OR headers:(re:"(?m)^set-cookie: [^;\n]*PHPSESSID;")`,
    ['the value of a cookie in header="PHPSESSID=0f"'],
    (p) => has(p.head, 'phpsessid=0f'),
  ),
  most(
    'header="Set-Cookie: JSESSIONID=1"',
    'cookie:"JSESSIONID"',
    ['the value of a cookie in header="Set-Cookie: JSESSIONID=1"'],
    (p) => has(p.head, 'set-cookie: jsessionid=1'),
  ),
  most('header="3c; path=/"', 'headers:"; path=/"', ['the value of a cookie in header="3c; path=/"'], (p) =>
    has(p.head, '3c; path=/'),
  ),
  most(
    'header="HTTP/1.1 401 Unauthorized"',
    String.raw`headers:(re:"^HTTP 401\n")`,
    ['version and words of the status in header="HTTP/1.1 401 Unauthorized"'],
    (p) => has(p.head, 'http/1.1 401 unauthorized'),
  ),
  most(
    'header="401 Unauthorized"',
    String.raw`headers:(re:"^HTTP 401\n") OR headers:"401 Unauthorized"`,
    ['version and words of the status in header="401 Unauthorized"'],
    (p) => has(p.head, '401 unauthorized'),
  ),
  most(
    'body="jquery" && country="DE"',
    '"jquery"',
    ['country="DE"'],
    (p) => has(p.source, 'jquery') && p.server === 'DE',
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
    'cert="tea.example.com"',
    'cert:"tea.example.com" OR cert:"*.tea.example.com"',
    ['further texts of certificates in cert="tea.example.com"'],
    (p) => p.certificate?.names.some((name) => has(name, 'tea.example.com')) ?? false,
  ),
  least(
    `cert="Let's Encrypt"`,
    `cert:"Let's Encrypt"`,
    [`further texts of certificates in cert="Let's Encrypt"`],
    (p) => p.certificate?.issuer.includes("Let's Encrypt") ?? false,
  ),
  most(
    'cert.issuer.org="DigiCert"',
    'cert:"DigiCert"',
    ['the part of the issuer in cert.issuer.org="DigiCert"'],
    (p) => p.certificate?.issuer.startsWith('DigiCert') ?? false,
  ),
  least(
    'cert.domain="example.net"',
    'cert:"example.net" OR cert:"*.example.net"',
    ['further texts of certificates in cert.domain="example.net"'],
    (p) => p.certificate?.names.some((name) => isUnder(name, 'example.net')) ?? false,
  ),
  refused('icon_hash="0a1b2c"', 'a hash of an icon is a number'),
  refused('header_hash="12"', 'hashes of files, pages and headers'),
  refused('header=="nginx"', 'no query compares all of the header fields'),
  refused('port="80" && banner=="nginx"', 'ports, protocols and banners'),
  refused('body="a" && port="80" || country="DE"', 'a count would say nothing'),
  refused('body=="<html>"', 'no query compares all of the source'),
  refused('app="WordPress"', 'names of its own'),
  refused('cert.sn="1234"', 'of certificates the issuer'),
  refused('cert.domain="Kettle Inc"', 'only whole domains can be asked for'),
  refused('status_code="4xx"', 'not the number of a status'),
  refused('body="a', 'at column 6, a quote is not closed'),
  refused('(body="a"', 'a parenthesis is not closed'),
  refused('title="a",body="b"', 'at column 10, a comma joins nothing'),
  refused('domain="example"', 'it is not a whole domain'),
];

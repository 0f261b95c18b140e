/* Queries of urlscan.io: query strings of Elasticsearch over scans, each of one page with all its requests. */
import type { SeenPage } from './pages.ts';
import { exact, has, hasWords, isUnder, least, most, refused, type Row, type Words } from './rows.ts';

const title = (text: string) => (p: SeenPage, words: Words) => hasWords(p.title, text, words);
/** Whether the page asked a host for something. */
const asks = (domain: string) => (p: SeenPage) => p.hosts.some((host) => isUnder(host, domain));

export const URLSCAN: readonly Row[] = [
  exact('page.domain:example.com', 'site:"example.com"', (p) => isUnder(p.host, 'example.com')),
  exact('page.domain:"example.net"', 'site:"example.net"', (p) => isUnder(p.host, 'example.net')),
  exact('page.domain:EXAMPLE.net', 'site:"example.net"', (p) => isUnder(p.host, 'example.net')),
  exact(
    'page.domain:www.tea.example.com',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:www\.tea\.example\.com)(?::\d+)?/")`,
    (p) => isUnder(p.host, 'www.tea.example.com'),
  ),
  exact('page.domain:test', 'tld:"test"', (p) => p.host.endsWith('.test')),
  exact(
    'page.domain:(example.net OR plain.test)',
    'site:"example.net" OR site:"plain.test"',
    (p) => isUnder(p.host, 'example.net') || isUnder(p.host, 'plain.test'),
  ),
  exact(
    'page.domain:test AND NOT page.domain:cafe.test',
    'tld:"test" -site:"cafe.test"',
    (p) => p.host.endsWith('.test') && !isUnder(p.host, 'cafe.test'),
  ),
  exact(
    'page.domain:test -page.domain:plain.test',
    'tld:"test" -site:"plain.test"',
    (p) => p.host.endsWith('.test') && !isUnder(p.host, 'plain.test'),
  ),
  exact(
    'page.domain:test && !page.domain:plain.test',
    'tld:"test" -site:"plain.test"',
    (p) => p.host.endsWith('.test') && !isUnder(p.host, 'plain.test'),
  ),
  exact(
    'page.domain:example.net || page.domain:cafe.example',
    'site:"example.net" OR site:"cafe.example"',
    (p) => isUnder(p.host, 'example.net') || isUnder(p.host, 'cafe.example'),
  ),
  exact(
    'page.domain:paypal*',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:paypal[^/?#:@]*)(?::\d+)?/")`,
    (p) => p.host.split('.').some((_, at, all) => all.slice(at).join('.').startsWith('paypal')),
  ),
  exact('page.domain:*login*', 'site:"*login*"', (p) => p.host.includes('login')),
  exact(
    'page.domain:*.example.com',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:[^/?#:@]*\.example\.com)(?::\d+)?/")`,
    (p) => p.host.endsWith('.example.com'),
  ),
  exact(
    'page.domain:caf?.test',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:caf[^/?#:@]\.test)(?::\d+)?/")`,
    (p) => /(?:^|\.)caf.\.test$/.test(p.host),
  ),
  exact(
    'page.domain:/(paypal|secure)-.*/',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:(paypal|secure)-[^/?#:@]*)(?::\d+)?/")`,
    (p) => /(?:^|\.)(?:paypal|secure)-[^/]*$/.test(p.host),
  ),
  exact(
    'page.domain:/[^p].*-bank\\.test/',
    String.raw`url:(re:"^https?://(?:[^/?#:@]*\.)?(?:[^/?#:@p][^/?#:@]*-bank\.test)(?::\d+)?/")`,
    (p) => p.host === 'secure-bank.test',
  ),
  exact('page.apexDomain:example.org', 'site:"example.org"', (p) => isUnder(p.host, 'example.org')),
  exact('page.title:*boss*', 'title:"boss"', (p) => has(p.title, 'boss')),
  exact(
    'page.url:*checkout* OR page.url:*shop*',
    'url:"checkout" OR url:"shop"',
    (p) => has(p.url, 'checkout') || has(p.url, 'shop'),
  ),
  exact(
    'page.domain:test AND page.title:*paypal*',
    'tld:"test" title:"paypal"',
    (p) => p.host.endsWith('.test') && has(p.title, 'paypal'),
  ),
  most('page.title:tea', 'title:"tea"', ['whole-word matching in page.title:tea'], title('tea')),
  most(
    'page.title:"Log in"',
    String.raw`title:(re:"Log(?:[^\p{L}\p{N}]|&#?\w+;)+in")`,
    ['whole-word matching in page.title:"Log in"'],
    title('log in'),
  ),
  most(
    'page.title:log\\ in',
    String.raw`title:(re:"log(?:[^\p{L}\p{N}]|&#?\w+;)+in")`,
    ['whole-word matching in page.title:log\\ in'],
    title('log in'),
  ),
  most(
    'page.title:(tea OR bank)',
    'title:"tea" OR title:"bank"',
    ['whole-word matching in page.title:tea', 'whole-word matching in page.title:bank'],
    (p, w) => title('tea')(p, w) || title('bank')(p, w),
  ),
  most('page.title:jboss*', 'title:"jboss"', ['whole-word matching in page.title:jboss*'], (p, words) =>
    words(p.title.toLowerCase()).some((word) => word.startsWith('jboss')),
  ),
  most(
    'page.title:café AND page.domain:test',
    'title:("café" OR "caf&eacute;" OR "caf&#233;" OR "caf&#xe9;") tld:"test"',
    ['whole-word matching in page.title:café'],
    (p, w) => title('café')(p, w) && p.host.endsWith('.test'),
  ),
  most(
    'page.domain:test AND NOT page.title:bank',
    String.raw`same:page(tld:"test" -title:(re:"(?:^|\s)bank(?:\s|$)"))`,
    ['whole-word matching in page.title:bank'],
    (p, w) => p.host.endsWith('.test') && !title('bank')(p, w),
  ),
  most('page.url:login', 'url:"login"', ['whole-word matching in page.url:login'], (p, words) =>
    words(p.url.replaceAll(/[/?#:]/g, ' ')).includes('login'),
  ),
  most(
    'page.url:"snippets/index.html"',
    String.raw`url:(re:"snippets[^\p{L}\p{N}]+index[^\p{L}\p{N}]+html")`,
    ['whole-word matching in page.url:"snippets/index.html"'],
    (p) => has(p.url, 'snippets/index.html'),
  ),
  most(
    'page.domain:test AND page.country:DE',
    'tld:"test"',
    ['page.country:DE'],
    (p) => p.host.endsWith('.test') && p.server === 'DE',
  ),
  most('page.domain:example.com AND date:>now-7d', 'site:"example.com"', ['date:>now-7d'], () => false),
  most(
    'page.domain:test date:[2026-01-01 TO 2026-02-01]',
    'tld:"test"',
    ['date:[2026-01-01 TO 2026-02-01]'],
    () => false,
  ),
  exact('page.server:*nginx*', 'header:"server=*nginx*"', (p) =>
    p.fields.some((field) => /^server: .*nginx/i.test(field)),
  ),
  most(
    'page.tlsIssuer:R3',
    'cert:"R3"',
    ['the part of the issuer in page.tlsIssuer:R3'],
    (p) => p.certificate?.issuer.endsWith(' R3') ?? false,
  ),
  exact('page.status:401', String.raw`headers:(re:"^HTTP 401\n")`, (p) => p.status === 401),
  most(
    'page.domain:example.net AND page.server:apache AND task.method:api',
    'site:"example.net" header:"server=*apache*"',
    ['whole-word matching in page.server:apache', 'task.method:api'],
    (p) => isUnder(p.host, 'example.net') && has(p.head, 'server: apache'),
  ),
  most('page.domain:jboss.example hash:0123abcd', 'site:"jboss.example"', ['hash:0123abcd'], () => false),
  least(
    `hash:${'0a'.repeat(32)}`,
    `icon:"sha256:${'0a'.repeat(32)}"`,
    [`the hashes of further files for hash:${'0a'.repeat(32)}`],
    () => false,
  ),
  least(
    'domain:sibforms.com',
    String.raw`site:"sibforms.com" OR script_host:"sibforms.com" OR script_host:"*.sibforms.com" OR style_host:"sibforms.com" OR style_host:"*.sibforms.com" OR frame_host:"sibforms.com" OR frame_host:"*.sibforms.com" OR request_host:"sibforms.com" OR request_host:"*.sibforms.com"`,
    ['the search of requests for domain:sibforms.com'],
    asks('sibforms.com'),
  ),
  least(
    'domain:paypal-login.example.org',
    String.raw`site:"paypal-login.example.org" OR script_host:"paypal-login.example.org" OR script_host:"*.paypal-login.example.org" OR style_host:"paypal-login.example.org" OR style_host:"*.paypal-login.example.org" OR frame_host:"paypal-login.example.org" OR frame_host:"*.paypal-login.example.org" OR request_host:"paypal-login.example.org" OR request_host:"*.paypal-login.example.org"`,
    ['the search of requests for domain:paypal-login.example.org'],
    asks('paypal-login.example.org'),
  ),
  least(
    'domain:example.org AND page.domain:test',
    String.raw`(site:"example.org" OR script_host:"example.org" OR script_host:"*.example.org" OR style_host:"example.org" OR style_host:"*.example.org" OR frame_host:"example.org" OR frame_host:"*.example.org" OR request_host:"example.org" OR request_host:"*.example.org") tld:"test"`,
    ['the search of requests for domain:example.org'],
    (p) => asks('example.org')(p) && p.host.endsWith('.test'),
  ),
  least(
    'filename:main.js',
    String.raw`script:(re:"(?:^|/)main\.js(?:[?#]|$)")`,
    ['the search of requests for filename:main.js'],
    (p) => p.files.includes('main.js'),
  ),
  least(
    'filename:"jquery-3.6.0.min.js"',
    String.raw`script:(re:"(?:^|/)jquery-3\.6\.0\.min\.js(?:[?#]|$)")`,
    ['the search of requests for filename:"jquery-3.6.0.min.js"'],
    (p) => p.files.includes('jquery-3.6.0.min.js'),
  ),
  refused('"violetlovelines.com"', 'does not say in which fields'),
  refused('paypal', 'does not say in which fields'),
  refused('hash:0123abcd', 'hashes of files'),
  refused('domain:hotmart.com AND date:>now-7d', 'a count would say nothing'),
  refused('page.country:DE', 'the country in which a server stands'),
  refused('task.url:example.com', 'what was submitted'),
  refused('page.domain:a.test OR page.title:b AND page.title:c', 'OR stands beside parts'),
  refused('page.domain:a.test OR NOT page.domain:b.test', 'OR stands beside parts'),
  refused('page.url:https://example.com/', 'at column 10, : stands in a value'),
  refused('page.domain:/paypal<1-9>/', 'Lucene reads the pattern'),
  refused('page.apexDomain:shop.example.com', 'not a domain that someone registers'),
  refused('page.title:paypl~1', 'only like another'),
  refused('page.url:*café*', 'stored with such characters encoded'),
  refused('page.domain:[a TO b]', 'a range of texts'),
  refused('page.domain:(a.test', 'a parenthesis is not closed'),
  refused('+page.domain:a.test', 'at column 1, + is not needed'),
];

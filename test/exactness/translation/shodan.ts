/* Queries of Shodan: all filters must match, any value between commas is enough, and values are words. */
import { type SeenPage } from './pages.ts';
import { exact, has, hasWords, most, refused, type Row, type Words } from './rows.ts';

const html = (text: string) => (p: SeenPage, words: Words) => hasWords(p.source, text, words);
const title = (text: string) => (p: SeenPage, words: Words) => hasWords(p.title, text, words);

export const SHODAN: readonly Row[] = [
  most('http.html:jboss', '"jboss"', ['whole-word matching in http.html:jboss'], html('jboss')),
  most('http.html:"gtag"', '"gtag"', ['whole-word matching in http.html:"gtag"'], html('gtag')),
  most('html:"Sparse"', '"Sparse"', ['whole-word matching in html:"Sparse"'], html('sparse')),
  most(
    'http.html:"powered by"',
    String.raw`re:"powered[^\p{L}\p{N}]+by"`,
    ['whole-word matching in http.html:"powered by"'],
    html('powered by'),
  ),
  most(
    'http.html:"/wp-content/plugins/"',
    String.raw`re:"wp[^\p{L}\p{N}]+content[^\p{L}\p{N}]+plugins"`,
    ['whole-word matching in http.html:"/wp-content/plugins/"'],
    html('/wp-content/plugins/'),
  ),
  most(
    'http.html:"foo.bar"',
    String.raw`re:"foo[^\p{L}\p{N}]+bar"`,
    ['whole-word matching in http.html:"foo.bar"'],
    html('foo.bar'),
  ),
  most(
    'http.html:foo_bar',
    String.raw`re:"foo[^\p{L}\p{N}]+bar"`,
    ['whole-word matching in http.html:foo_bar'],
    html('foo_bar'),
  ),
  most('http.title:"Tea"', 'title:"Tea"', ['whole-word matching in http.title:"Tea"'], title('tea')),
  most('HTTP.Title:"tea"', 'title:"tea"', ['whole-word matching in HTTP.Title:"tea"'], title('tea')),
  most('title:jboss', 'title:"jboss"', ['whole-word matching in title:jboss'], title('jboss')),
  most(
    'http.title:"Tea & more"',
    String.raw`title:(re:"Tea(?:[^\p{L}\p{N}]|&#?\w+;)+more")`,
    ['whole-word matching in http.title:"Tea & more"'],
    title('tea & more'),
  ),
  most(
    'http.title:"welcome to"',
    String.raw`title:(re:"welcome(?:[^\p{L}\p{N}]|&#?\w+;)+to")`,
    ['whole-word matching in http.title:"welcome to"'],
    title('welcome to'),
  ),
  most(
    'http.title:"café"',
    'title:("café" OR "caf&eacute;" OR "caf&#233;" OR "caf&#xe9;")',
    ['whole-word matching in http.title:"café"'],
    title('café'),
  ),
  most(
    'http.title:"登录"',
    String.raw`title:(re:"(?:登|&#x767b;|&#30331;)(?:[^\p{L}\p{N}]|&#?\w+;)*(?:录|&#x5f55;|&#24405;)")`,
    ['whole-word matching in http.title:"登录"'],
    title('登录'),
  ),
  most(
    'http.title:"tea","bank"',
    'title:"tea" OR title:"bank"',
    ['whole-word matching in http.title:tea', 'whole-word matching in http.title:bank'],
    (p, w) => title('tea')(p, w) || title('bank')(p, w),
  ),
  most(
    'http.title:net,bank',
    'title:"net" OR title:"bank"',
    ['whole-word matching in http.title:net', 'whole-word matching in http.title:bank'],
    (p, w) => title('net')(p, w) || title('bank')(p, w),
  ),
  most(
    'http.title:"welcome, tea"',
    'title:"welcome" OR title:"tea"',
    ['whole-word matching in http.title:"welcome, tea"'],
    (p, w) => title('welcome')(p, w) || title('tea')(p, w),
  ),
  most(
    'title:jboss html:application',
    'same:page(title:"jboss" "application")',
    ['whole-word matching in title:jboss', 'whole-word matching in html:application'],
    (p, w) => title('jboss')(p, w) && html('application')(p, w),
  ),
  most(
    'http.title:bank -http.html:paypal',
    String.raw`same:page(title:"bank" -re:"(?:^|\s)paypal(?:\s|$)")`,
    ['whole-word matching in http.title:bank', 'whole-word matching in http.html:paypal'],
    (p, w) => title('bank')(p, w) && !html('paypal')(p, w),
  ),
  most(
    'http.html:jbossweb -http.title:welcome',
    String.raw`same:page("jbossweb" -title:(re:"(?:^|\s)welcome(?:\s|$)"))`,
    ['whole-word matching in http.html:jbossweb', 'whole-word matching in http.title:welcome'],
    (p, w) => html('jbossweb')(p, w) && !title('welcome')(p, w),
  ),
  most(
    'http.title:"jboss" "nginx"',
    'title:"jboss"',
    ['whole-word matching in http.title:"jboss"', '"nginx"'],
    (p, w) => title('jboss')(p, w) && has(p.headers, 'nginx'),
  ),
  most(
    'http.title:tea http.favicon.hash:-123',
    'title:"tea"',
    ['whole-word matching in http.title:tea', 'http.favicon.hash:-123'],
    (p, w) => title('tea')(p, w) && p.icon === '-123',
  ),
  most(
    'http.html:gtag country:DE',
    '"gtag"',
    ['whole-word matching in http.html:gtag', 'country:DE'],
    (p, w) => html('gtag')(p, w) && p.server === 'DE',
  ),
  most(
    'http.html:jquery port:443',
    '"jquery"',
    ['whole-word matching in http.html:jquery', 'port:443'],
    (p, w) => html('jquery')(p, w) && p.url.startsWith('https:'),
  ),
  most('hostname:paypal', 'site:"*paypal*"', ['whole-name matching in hostname:paypal'], (p) =>
    p.host.split(/[.-]/).includes('paypal'),
  ),
  most(
    'hostname:example.com',
    'site:"*example.com*"',
    ['whole-name matching in hostname:example.com'],
    (p) => p.host === 'example.com' || p.host.endsWith('.example.com'),
  ),
  most(
    'hostname:.example.com',
    String.raw`url:(re:"^https?://[^/?#:@]*\.example\.com")`,
    ['whole-name matching in hostname:.example.com'],
    (p) => p.host.endsWith('.example.com'),
  ),
  most(
    'hostname:example.net http.component:jquery',
    'site:"*example.net*" tech:"jquery"',
    ['whole-name matching in hostname:example.net'],
    (p) => p.host.endsWith('example.net') && 'jQuery' in p.technologies,
  ),
  exact('http.component:"wordpress"', 'tech:"wordpress"', (p) => 'WordPress' in p.technologies),
  exact(
    'http.component:wordpress,jquery',
    'tech:"wordpress" OR tech:"jquery"',
    (p) => 'WordPress' in p.technologies || 'jQuery' in p.technologies,
  ),
  exact(
    'http.component:jquery -http.component:wordpress',
    'tech:"jquery" -tech:"wordpress"',
    (p) => 'jQuery' in p.technologies && !('WordPress' in p.technologies),
  ),
  most('http.component:jquery ssl:"R3"', 'tech:"jquery"', ['ssl:"R3"'], () => false),
  refused('http.favicon.hash:-123', 'favicons are not stored'),
  refused('nginx', 'Shodan looks for it in banners'),
  refused('ssl:"Let\'s Encrypt"', 'certificates'),
  refused('http.html_hash:123', 'hashes of files'),
  refused('country:DE', 'the country in which a server stands'),
  refused('http.html:"->"', 'it has no word'),
  refused('http.component:"kettleware 9"', 'which is not a known value'),
  refused('http.title:"x', 'a quote is not closed'),
  refused('-http.favicon.hash:1', 'favicons are not stored'),
  refused('org:"Example" city:"San Diego,Austin"', 'networks of hosts are not stored'),
];

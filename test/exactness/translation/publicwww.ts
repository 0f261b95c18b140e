/* Queries of PublicWWW: texts of a source, case ignored, that all have to be there. */
import { exact, has, least, most, refused, type Row } from './rows.ts';

export const PUBLICWWW: readonly Row[] = [
  exact('woocommerce', '"woocommerce"', (p) => has(p.source, 'woocommerce')),
  exact('GTAG(', '"GTAG("', (p) => has(p.source, 'gtag(')),
  exact('"gtag(\'js\'"', '"gtag(\'js\'"', (p) => has(p.source, "gtag('js'")),
  exact('/wp-content/plugins/', '"/wp-content/plugins/"', (p) => has(p.source, '/wp-content/plugins/')),
  exact('/wp-content/', '"/wp-content/"', (p) => has(p.source, '/wp-content/')),
  exact(
    '"brevo.com" | "sibforms.com"',
    '"brevo.com" OR "sibforms.com"',
    (p) => has(p.source, 'brevo.com') || has(p.source, 'sibforms.com'),
  ),
  exact(
    '"brevo.com" || "jboss"',
    '"brevo.com" OR "jboss"',
    (p) => has(p.source, 'brevo.com') || has(p.source, 'jboss'),
  ),
  exact('"paypal" OR "jboss" OR tensorflow', '"paypal" OR "jboss" OR "tensorflow"', (p) =>
    ['paypal', 'jboss', 'tensorflow'].some((one) => has(p.source, one)),
  ),
  exact('jquery foo', 'same:page("jquery" "foo")', (p) => has(p.source, 'jquery') && has(p.source, 'foo')),
  exact('foo sparse', 'same:page("foo" "sparse")', (p) => has(p.source, 'foo') && has(p.source, 'sparse')),
  exact(
    '"jquery" -"3.6.0"',
    'same:page("jquery" -"3.6.0")',
    (p) => has(p.source, 'jquery') && !has(p.source, '3.6.0'),
  ),
  exact(
    'jboss -application',
    'same:page("jboss" -"application")',
    (p) => has(p.source, 'jboss') && !has(p.source, 'application'),
  ),
  exact('-html', 'same:page(-"html")', (p) => !has(p.source, 'html')),
  exact(
    '-"<html" nothing',
    'same:page(-"<html" "nothing")',
    (p) => !has(p.source, '<html') && has(p.source, 'nothing'),
  ),
  exact(
    'site:test "paypal"',
    'tld:"test" "paypal"',
    (p) => p.host.endsWith('.test') && has(p.source, 'paypal'),
  ),
  exact('site:test', 'tld:"test"', (p) => p.host.endsWith('.test')),
  exact(
    'site:example.com gtag',
    'site:"example.com" "gtag"',
    (p) => isUnderExampleCom(p.host) && has(p.source, 'gtag'),
  ),
  exact(
    'jboss -site:test',
    '"jboss" -tld:"test"',
    (p) => has(p.source, 'jboss') && !p.host.endsWith('.test'),
  ),
  exact('depth:all "foo"', '"foo"', (p) => has(p.source, 'foo')),
  exact('"foo" filetype:html', '"foo"', (p) => has(p.source, 'foo')),
  exact(String.raw`"name = \"tensorflow\""`, String.raw`"name = \"tensorflow\""`, (p) =>
    has(p.source, 'name = "tensorflow"'),
  ),
  exact(String.raw`C:\Users`, String.raw`"C:\\Users"`, (p) => p.source.includes(String.raw`C:\Users`)),
  exact('“Powered by WordPress”', '"Powered by WordPress"', (p) => has(p.source, 'powered by wordpress')),
  exact(
    "'fbq(' 'Brevo'",
    'same:page("fbq(" "Brevo")',
    (p) => has(p.source, 'fbq(') && has(p.source, 'brevo'),
  ),
  exact('https://sibforms.com/forms/', '"https://sibforms.com/forms/"', (p) =>
    has(p.source, 'https://sibforms.com/forms/'),
  ),
  exact(
    'paypal AND password',
    'same:page("paypal" "password")',
    (p) => has(p.source, 'paypal') && has(p.source, 'password'),
  ),
  exact('café', '"café"', (p) => has(p.source, 'café')),
  most(
    '"/wp-content/plugins/" snipexp:|/plugins/([a-z0-9-]+)/|',
    '"/wp-content/plugins/"',
    ['snipexp:|/plugins/([a-z0-9-]+)/|'],
    (p) => /\/wp-content\/plugins\/[a-z0-9-]+\//.test(p.source),
  ),
  most('jquery filetype:js', '"jquery"', ['filetype:js'], () => false),
  most('foo lang:de', '"foo"', ['lang:de'], (p) => has(p.source, 'foo') && p.server === 'DE'),
  least(
    '"sparse index" | filetype:css',
    '"sparse index"',
    ['filetype:css'],
    (p) => has(p.source, 'sparse index') || p.files.some((file) => file.endsWith('.css')),
  ),
  refused('snipexp:|a(b)|', 'it says what is shown of a page'),
  refused('a b OR c', 'at column 9, OR stands beside parts'),
  refused('"a" | "b" -"c"', 'OR stands beside parts'),
  refused('a|b', 'at column 4, a bar stands within a|b'),
  refused('"gtag(', 'at column 1, a quote is not closed'),
  refused('src="x.js"', 'a quote stands within src="x.js"'),
  refused('""', 'the text is empty'),
  refused('a OR', 'a part is missing'),
];

function isUnderExampleCom(host: string): boolean {
  return host === 'example.com' || host.endsWith('.example.com');
}

import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

const emailsOf = (html: string, url = 'https://www.bread-shop.com/2026/05/a-story'): readonly string[] =>
  extractPage({
    url,
    status: 200,
    headers: [],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  }).facts.emails.map(({ email }) => email);

const article = (text: string): string => `<div class="entry-content"><p>${text}</p></div>`;
const OTHER = 'press@mill.org';

describe('addresses of others', () => {
  test.each([
    ['a reprinted text', article(`Further information: ${OTHER}`)],
    ['a press contact with a label', article(`E-mail: ${OTHER}`)],
    ['a wire agency', article(`He writes for the agency and can be reached at ${OTHER}`)],
    ['a reader who signs', article('Anna, anna@gmail.com')],
    ['a comment', '<div class="comment-body">Write to me: anna@gmail.com</div>'],
    [
      'a comment with another firm',
      `<ul class="comments"><li id="comment-5">Contact us at ${OTHER}</li></ul>`,
    ],
    ['a disguised address in a comment', '<div class="comment-body">Mail: anna [at] mill [dot] org</div>'],
    ['a post of a forum', `<div class="postbody">Mail me: anna@gmail.com</div>`],
    ['a quotation', `<blockquote>Send it to ${OTHER}</blockquote>`],
    ['source code', `<pre>git config user.email ${OTHER}</pre>`],
    ['an advertisement', `<div class="ad_bottom">Lawyer: ${OTHER}</div>`],
    ['the maker of the site', `<footer>Website by <a href="mailto:${OTHER}">Mill</a></footer>`],
    [
      'a guest who has written',
      '<div class="author-bio">Anna: <a href="mailto:anna@gmail.com">mail</a></div>',
    ],
    ['the platform', '<footer><a href="mailto:press@medium.com">Press</a></footer>'],
    [
      'a list of firms',
      '<ul><li>a@mill.org<li>b@oven.org<li>c@flour.org<li>d@yeast.org<li>e@salt.org<li>f@malt.org<li>g@seed.org</ul>',
    ],
    ['the maker of sites of councils', '<header><a href="mailto:support@granicus.com">Help</a></header>'],
    [
      'a reader with the name of the site before the @',
      '<div class="comment-body"><a href="mailto:breadshop@anna.org">Anna</a></div>',
    ],
    ['a reporter of an agency, outside of a named article', `<p>Write to him at ${OTHER}</p>`],
    ['who a text is about', `<p>Dr. Mill explains it. She can be reached by e-mail at ${OTHER}.</p>`],
    ['a photographer', `<figcaption>The mill at night. Anna Mill, ${OTHER}</figcaption>`],
    ['a form of address', '<p>The server is a part of your name (for example, anna@mill.org)</p>'],
    ['a name of a member', '<span class="username u-concealed">anna@gmail.com</span>'],
    ['a comment by other names', '<div id="recipeComments" class="rd_user_comment">anna@gmail.com</div>'],
    ['words against robots', '<p>annaDELETE@THISmill.org, anna.nospam@mill.org, anna@nospam.mill.org</p>'],
    [
      'a list of parties with a class for contacts each',
      'a@mill.org b@oven.org c@flour.org d@yeast.org e@salt.org f@malt.org g@seed.org'
        .split(' ')
        .map((address) => `<div class="ContactData2">${address}</div>`)
        .join(''),
    ],
    ['the meta of an author', `<meta name="author" content="${OTHER}">`],
    ['microdata within a comment', `<div class="comment-body"><span itemprop="email">${OTHER}</span></div>`],
  ])('%s', (_zone, html) => {
    expect(emailsOf(html)).toEqual([]);
  });
});

describe('own addresses', () => {
  test.each([
    ['of the domain in an article', article('Send it to info@bread-shop.com'), 'info@bread-shop.com'],
    [
      'of the domain in a comment',
      '<div class="comment-body">info@bread-shop.com</div>',
      'info@bread-shop.com',
    ],
    [
      'of a subdomain in a quotation',
      '<blockquote>info@mail.bread-shop.com</blockquote>',
      'info@mail.bread-shop.com',
    ],
    ['of the same name elsewhere', article('hello@breadshop.co.uk'), 'hello@breadshop.co.uk'],
    ['by the name before the @', article('breadshop@gmail.com'), 'breadshop@gmail.com'],
    ['offered in an article', article('You can email me at anna@gmail.com'), 'anna@gmail.com'],
    ['of a firm that the article offers as ours', article(`Write to us: ${OTHER}`), OTHER],
    ['in the footer', `<footer>${OTHER}</footer>`, OTHER],
    ['disguised', '<footer>press [at] mill [dot] org</footer>', OTHER],
    ['in plain text', `<p>${OTHER}</p>`, OTHER],
    [
      'of a writer with the company',
      `<div class="author">Anna <a href="mailto:${OTHER}">mail</a></div>`,
      OTHER,
    ],
    [
      'in a comment and in the footer',
      `<div class="comment-body">${OTHER}</div><footer>${OTHER}</footer>`,
      OTHER,
    ],
    [
      'stated in JSON-LD',
      `<script type="application/ld+json">{"@type":"Organization","email":"${OTHER}"}</script>`,
      OTHER,
    ],
    ['in the meta of the publisher', `<meta name="DC.publisher" content="Mill, ${OTHER}">`, OTHER],
    ['in the meta of an author', '<meta name="author" content="anna@bread-shop.com">', 'anna@bread-shop.com'],
    ['in http-equiv', `<meta http-equiv="reply-to" content="${OTHER}">`, OTHER],
  ])('%s', (_zone, html, email) => {
    expect(emailsOf(html)).toEqual([email]);
  });

  test('on a contact page and on a page that is not an article, whatever its classes', () => {
    expect(emailsOf(article(`Post office: ${OTHER}`), 'https://bread-shop.com/contact/')).toEqual([OTHER]);
    expect(emailsOf(`<article class="page type-page">${article(OTHER)}</article>`)).toEqual([OTHER]);
  });

  test('a list of firms has the firm of the site', () => {
    expect(
      emailsOf(
        '<p>a@mill.org b@oven.org c@flour.org d@yeast.org e@salt.org f@malt.org g@seed.org info@bread-shop.com</p>',
      ),
    ).toEqual(['info@bread-shop.com']);
  });
});

test('addresses that Joomla hides are put together, in scripts and in links', () => {
  const script = (name: string): string =>
    `var prefix = 'ma' + 'il' + 'to';\n var addy${name} = '&#105;nfo' + '&#64;';\n addy${name} = addy${name} + 'bread-shop' + '&#46;' + 'com';\n document.write('<a ' + addy${name});`;
  expect(emailsOf(`<script>${script('12')}</script>`)).toEqual(['info@bread-shop.com']);
  expect(emailsOf(`<a href="mailto:<script>${script('34').replaceAll('"', '')}</script>">x</a>`)).toEqual([
    'info@bread-shop.com',
  ]);
  expect(emailsOf('<script>var addy = 1; addy = addy + 2;</script>')).toEqual([]);
});

test('a user of a mail provider is not the provider, and a customer of a platform is the owner of the site there', () => {
  const comment = '<div class="comment-body">anna@gmail.com</div>';
  expect(emailsOf(comment, 'https://www.gmail.com/help/questions')).toEqual([]);
  const article = '<div class="entry-content"><p>Subtitles: cable@sandybay.gov</p></div>';
  expect(emailsOf(article, 'https://sandybay.granicus.com/clips/7')).toEqual(['cable@sandybay.gov']);
});

import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/document.ts';
import { linkBase } from '../links/links.ts';
import { siteOwner } from '../ownership/site-owner.ts';
import { socialProfiles } from './page-profiles.ts';

const PAGE = 'https://www.bread-shop.com/2026/05/a-story';
const profilesOf = (html: string, url = PAGE): readonly string[] =>
  socialProfiles(readDocument(html), linkBase(url, null, 'utf-8'), siteOwner(url, [])).map(
    ({ profile }) => profile,
  );

test.each([
  ['https://firm.test/', 'https://www.facebook.com/wix', []],
  ['https://www.wix.com/', 'https://www.facebook.com/wix', ['https://facebook.com/wix']],
  ['https://firm.test/', 'https://twitter.com/WordPress', []],
  // A site at a platform is not the platform.
  ['https://tea.wordpress.com/', 'https://www.facebook.com/WordPresscom', []],
  ['https://wordpress.com/', 'https://www.facebook.com/WordPresscom', ['https://facebook.com/wordpresscom']],
  ['https://tea.wordpress.com/', 'https://www.facebook.com/tea', ['https://facebook.com/tea']],
  ['https://tea.github.io/', 'https://twitter.com/envato', []],
  ['https://firm.test/', 'https://www.linkedin.com/company/squarespace/', []],
  ['https://firm.test/', 'www.instagram.com/acme', ['https://instagram.com/acme']],
  ['https://firm.test/', 'archive.zip/acme', []],
])('a page of %s that links to %s shows %j', (url, href, profiles) => {
  expect(profilesOf(`<a href="${href}">x</a>`, url)).toEqual(profiles);
});

test.each([
  ['Slate.com sur Facebook', []],
  ['Slate.fr sur Facebook', ['https://facebook.com/slate']],
  ['Facebook.com', ['https://facebook.com/slate']],
  ['Slate, le site. Fr', ['https://facebook.com/slate']],
  ['slate.js on Facebook', ['https://facebook.com/slate']],
])('a link with the text "%s" at slate.fr shows %j', (text, profiles) => {
  const url = 'https://www.slate.fr/';
  const html = `<footer><a href="https://www.facebook.com/Slate">${text}</a></footer>`;
  expect(profilesOf(html, url)).toEqual(profiles);
});

test('a team in the frame of a page is left out beside the account of the site', () => {
  const footer = (...names: readonly string[]): readonly string[] =>
    profilesOf(
      `<footer>${names.map((name) => `<a href="https://x.com/${name}">${name}</a>`).join('')}</footer>`,
    );
  expect(footer('breadshop', 'anna', 'bert', 'carla')).toEqual(['https://x.com/breadshop']);
  expect(footer('breadshop', 'anna', 'bert')).toHaveLength(3);
  expect(footer('anna', 'bert', 'carla')).toHaveLength(3);
  expect(footer('breadshop', 'breadshop_uk', 'breadshop_de', 'anna')).toHaveLength(4);
});

test('a profile is shown once, whatever the letters of its name and whatever stands before its number', () => {
  const links = [
    'https://plus.google.com/+TeaShop',
    'https://plus.google.com/+teashop',
    'https://www.facebook.com/pages/Tea-Shop/180558361960482',
    'https://www.facebook.com/TeaShop-180558361960482',
  ];
  expect(profilesOf(links.map((href) => `<a href="${href}">x</a>`).join(''))).toEqual([
    links[0],
    'https://facebook.com/pages/Tea-Shop/180558361960482',
  ]);
});

const link = (path: string, text = ''): string => `<a href="https://www.instagram.com/${path}">${text}</a>`;

describe('accounts of others', () => {
  test.each([
    ['the text of an article', `<div class="entry-content"><p>${link('anna', 'Anna')} bakes.</p></div>`],
    ['a comment', `<ol class="comment-list"><li>${link('anna', 'Anna')}</li></ol>`],
    ['recent comments', `<ul id="recentcomments"><li>${link('anna')}</li></ul>`],
    ['a quotation', `<blockquote>${link('anna', 'Anna')}</blockquote>`],
    ['an embedded post', `<blockquote class="instagram-media">${link('anna')}</blockquote>`],
    ['a feed', `<div class="twitter-feed"><p>${link('anna', '@anna')}: Bread!</p></div>`],
    [
      'a caption',
      `<figure><img src="a.jpg"><figcaption>Bread ${link('anna', '@anna')}</figcaption></figure>`,
    ],
    ['a credit', `<p>Photos by ${link('anna', 'Anna')}</p>`],
    ['the author', `<div class="author-box"><b>Anna</b>${link('anna')}</div>`],
    ['the author in microdata', `<span itemprop="author">${link('anna')}</span>`],
    ['a list of other sites', `<ul class="blogroll"><li>${link('anna', 'Anna bakes')}</li></ul>`],
    ['code', `<pre>${link('anna', 'anna')}</pre>`],
    [
      'sameAs of the author',
      '<script type="application/ld+json">{"@type":"Article","author":{"sameAs":"https://x.com/anna"}}</script>',
    ],
    ['twitter:creator', '<meta name="twitter:creator" content="@anna">'],
  ])('%s', (_zone, html) => {
    expect(profilesOf(html)).toEqual([]);
  });

  test('a member of the staff at LinkedIn, where the organisation has an account', () => {
    const staff = '<p>Anna, baker <a href="https://linkedin.com/in/anna">in</a></p>';
    const own = '<footer><a href="https://linkedin.com/company/bread"></a></footer>';
    expect(profilesOf(staff + own)).toEqual(['https://linkedin.com/company/bread']);
    expect(profilesOf(staff)).toEqual(['https://linkedin.com/in/anna']);
    expect(profilesOf(`<nav>${staff}</nav>${own}`)).toEqual([
      'https://linkedin.com/in/anna',
      'https://linkedin.com/company/bread',
    ]);
  });
});

describe('own accounts', () => {
  test.each([
    ['the footer', `<footer>${link('anna')}</footer>`, 'anna'],
    ['plain text outside of articles', `<p>${link('anna', 'Instagram')}</p>`, 'anna'],
    [
      'an article, by the name of the site',
      `<div class="entry-content">${link('BreadShop.uk', 'Bread')}</div>`,
      'breadshop.uk',
    ],
    [
      'an article that offers it',
      `<div class="entry-content">Follow me on ${link('anna', 'Instagram')}</div>`,
      'anna',
    ],
    [
      'the icons within an article',
      `<div class="post-content"><ul class="social-icons"><li>${link('anna')}</li></ul></div>`,
      'anna',
    ],
    [
      'a page that is not an article',
      `<article class="page type-page"><div class="entry-content">${link('anna')}</div></article>`,
      'anna',
    ],
    [
      'a comment, and the footer',
      `<div id="comments">${link('anna')}</div><footer>${link('anna')}</footer>`,
      'anna',
    ],
  ])('%s', (_zone, html, name) => {
    expect(profilesOf(html)).toEqual([`https://instagram.com/${name}`]);
  });

  test('an article names the account that another network has by the same name', () => {
    expect(
      profilesOf(
        `<div class="entry-content">${link('anna_bakes', 'here')}</div><footer><a href="https://x.com/anna_bakes"></a></footer>`,
      ),
    ).toEqual(['https://x.com/anna_bakes', 'https://instagram.com/anna_bakes']);
  });

  test('rel=publisher, and twitter:creator by the name of the site', () => {
    expect(profilesOf('<link rel="publisher" href="https://plus.google.com/117768946127080777558">')).toEqual(
      ['https://plus.google.com/117768946127080777558'],
    );
    expect(profilesOf('<meta name="twitter:creator" content="@breadshop">')).toEqual([
      'https://x.com/breadshop',
    ]);
  });
});

describe('widgets of networks', () => {
  test.each([
    ['<fb:like-box href="http://www.facebook.com/breads"></fb:like-box>', 'https://facebook.com/breads'],
    [
      '<g:plus href="https://plus.google.com/117768946127080777558"></g:plus>',
      'https://plus.google.com/117768946127080777558',
    ],
    [
      '<iframe src="//www.facebook.com/plugins/likebox.php?href=http%3A%2F%2Fwww.facebook.com%2Fbreads&amp;width=3"></iframe>',
      'https://facebook.com/breads',
    ],
    [
      '<iframe src="//platform.twitter.com/widgets/follow_button.html?screen_name=breads&amp;lang=en"></iframe>',
      'https://x.com/breads',
    ],
    [
      '<iframe src="//platform.twitter.com/widgets/follow_button.html#_=1&amp;screen_name=breads"></iframe>',
      'https://x.com/breads',
    ],
    [
      '<iframe src="//widget.weibo.com/relationship/followbutton.php?uid=1234567890&amp;btn=red"></iframe>',
      'https://weibo.com/u/1234567890',
    ],
  ])('%s shows %s', (html, profile) => {
    expect(profilesOf(html)).toEqual([profile]);
  });

  test.each([
    '<div class="author-box"><fb:subscribe href="http://www.facebook.com/anna"></fb:subscribe></div>',
    '<template><fb:page href="http://www.facebook.com/anna"></fb:page></template>',
    '<fb:like href="https://www.bread-shop.com/2026/05/a-story"></fb:like>',
    '<iframe src="//platform.twitter.com/widgets/tweet_button.html?screen_name=anna"></iframe>',
    '<iframe src="//platform.twitter.com/widgets/follow_button.html"></iframe>',
  ])('%s shows none', (html) => {
    expect(profilesOf(html)).toEqual([]);
  });
});

test('a profile that a frame names in a parameter is written as the address of the frame', () => {
  const src = '//platform.twitter.com/widgets/follow_button.html?screen_name=breads';
  const parts = readDocument(`<iframe src="${src}"></iframe>`);
  expect(socialProfiles(parts, linkBase(PAGE, null, 'utf-8'), siteOwner(PAGE, []))).toEqual([
    { profile: 'https://x.com/breads', source: 'link', written: src },
  ]);
});

test('a name of the site with a letter too many is not that of another site', () => {
  const footer = (text: string): string =>
    `<footer><a href="https://www.facebook.com/acme">${text}</a></footer>`;
  for (const name of ['bread-shopp.com', 'bred-shop.com', 'bread-shob.com'])
    expect(profilesOf(footer(`${name} on Facebook`))).toEqual(['https://facebook.com/acme']);
  expect(profilesOf(footer('bread-mill.com on Facebook'))).toEqual([]);
});

test('each profile says where it was read, and how it is written there', () => {
  const html =
    '<link rel=me href="https://github.com/Bread-Shop"><meta name="twitter:site" content="@https://twitter.com/BreadShop">' +
    '<a href=" https://www.instagram.com/BreadShop/?hl=en ">x</a><div itemscope><link itemprop=sameAs href="https://fb.com/breadshop"></div>' +
    '<script type="application/ld+json">{"sameAs":"https://t.me/breadshop , https://vk.com/breadshop"}</script>';
  const parts = readDocument(html);
  expect(socialProfiles(parts, linkBase(PAGE, null, 'utf-8'), siteOwner(PAGE, []))).toEqual([
    {
      profile: 'https://instagram.com/breadshop',
      source: 'link',
      written: 'https://www.instagram.com/BreadShop/?hl=en',
    },
    { profile: 'https://github.com/bread-shop', source: 'link', written: 'https://github.com/Bread-Shop' },
    {
      profile: 'https://x.com/breadshop',
      source: 'structured_data',
      written: '@https://twitter.com/BreadShop',
    },
    {
      profile: 'https://facebook.com/breadshop',
      source: 'structured_data',
      written: 'https://fb.com/breadshop',
    },
    { profile: 'https://t.me/breadshop', source: 'structured_data', written: 'https://t.me/breadshop' },
    { profile: 'https://vk.com/breadshop', source: 'structured_data', written: 'https://vk.com/breadshop' },
  ]);
});

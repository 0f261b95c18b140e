import { domainToUnicode } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { cloudflareLinkHex, collectEmails, decodeCloudflareEmail } from './emails.ts';

const inText = (text: string): readonly string[] => {
  const collector = collectEmails();
  collector.addText(text);
  return [...collector.sightings().keys()];
};
const inMailto = (target: string): readonly string[] => {
  const collector = collectEmails();
  collector.addMailto(target);
  return [...collector.sightings().keys()];
};

describe('addresses in text', () => {
  test.each([
    ['Write to info@firm.org.', ['info@firm.org']],
    ['Info@Firm.ORG', ['info@firm.org']],
    ['(info@firm.org)', ['info@firm.org']],
    [
      '"info@firm.org", <sales@firm.org>; jobs@firm.org|x',
      ['info@firm.org', 'sales@firm.org', 'jobs@firm.org'],
    ],
    ["'info@firm.org'", ['info@firm.org']],
    ['first.last+tag@mail.firm.co.uk', ['first.last+tag@mail.firm.co.uk']],
    ["o'neill@firm.ie", ["o'neill@firm.ie"]],
    ['...info@firm.org...', ['info@firm.org']],
    ['邮箱info@firm.cn联系', ['info@firm.cn']],
    ['メールはinfo@firm.jpまで', ['info@firm.jp']],
    ['info@firm.org.We answer', ['info@firm.org']],
    ['a@firm.org a@firm.org A@FIRM.org', ['a@firm.org']],
    ['info@xn--mller-kva.de', ['info@xn--mller-kva.de']],
    ['info@Müller.de.', ['info@xn--mller-kva.de']],
    ['in\u00adfo@fi\u200brm.org\u200f', ['info@firm.org']],
    ['{"a":"\\u003Einfo@firm.org\\u003C"}', ['info@firm.org']],
    ['"\\ninfo@firm.org"', ['info@firm.org']],
    ['mailto:info@firm.org?subject=x', ['info@firm.org']],
    ['Write to R&D@firm.org', ['r&d@firm.org']],
    ['(r&amp;d@firm.org)', ['r&d@firm.org']],
    ['**info@firm.org**, ~sales@firm.org', ['info@firm.org', 'sales@firm.org']],
    ['info@пример.рф, x', ['info@xn--e1afmkfd.xn--p1ai']],
    ['info@firm.рф', ['info@firm.xn--p1ai']],
    ['info@παράδειγμα.gr', ['info@xn--hxajbheg2az3al.gr']],
    ['info@उदाहरण.भारत', ['info@xn--p1b6ci4b4b3a.xn--h2brj9c']],
    ['info@例え.jpまで', ['info@xn--r8jz45g.jp']],
  ])('%s', (text, emails) => {
    expect(inText(text)).toEqual(emails);
  });

  test.each([
    'logo@2x.png',
    'sprite@3x.webp',
    'hero@1.5x.jpg',
    'logo@2x.zip',
    'user@host',
    'user@localhost',
    'user@10.0.0.1',
    'user@firm.notatld',
    // A domain is not cut to one that there is, other than before a sentence.
    'user@firm.co.notatld',
    'user@.org',
    'user@firm..org',
    'user@-firm.org',
    '@name',
    'follow @name.com',
    '@name@mastodon.social',
    '!group@lemmy.world',
    'a@b@firm.org',
    'a..b@firm.org',
    'josé@firm.org',
    '/?a=1&info@firm.org',
    'sales#1@firm.org',
    'a$b@firm.org',
    'a*b@firm.org',
    'a~b@firm.org',
    'a`b@firm.org',
    '/?a=1&amp;info@firm.org',
    'info@пример',
    'info@例え',
    'info@firm.comпривет',
    'https://user:secret@firm.org/x',
    'ftp://user@firm.org',
    'info@firm.comé',
    'react@18.2.0',
    'git@github.com:owner/name.git',
    'x@co.uk',
    `${'a'.repeat(65)}@firm.org`,
    `a@${'b.'.repeat(127)}org`,
  ])('%s is none', (text) => {
    expect(inText(text)).toEqual([]);
  });

  test.each([
    'someone@example.com',
    'a@mail.example.org',
    'your@yourdomain.com',
    'name@domain.com',
    'youremail@firm.org',
    'firstname.lastname@firm.org',
    'you@email.com',
    '1d3c0f8a9b7e4c2d8f6a5b4c3d2e1f00@sentry.io',
    '1d3c0f8a9b7e4c2d8f6a5b4c3d2e1f00@o123.ingest.us.sentry.io',
    'd4f0a1b2c3d4e5f6@firm.org',
    '123e4567-e89b-12d3-a456-426614174000@firm.org',
    'b1946ac92492d2347c6235b4d2611184x1@firm.org',
    'pine.lnx.4.58.0504071023190.28951@firm.org',
  ])('%s is a placeholder', (text) => {
    expect(inText(text)).toEqual([]);
  });

  test('ordinary addresses with digits are accepted', () => {
    expect(inText('13812345678@163.com abc123@firm.org team2024@firm.org')).toEqual([
      '13812345678@163.com',
      'abc123@firm.org',
      'team2024@firm.org',
    ]);
  });

  test('at most 100 are returned', () => {
    const text = Array.from({ length: 150 }, (_, index) => `u${index}@firm.org`).join(' ');
    expect(inText(text)).toHaveLength(100);
  });

  test('every address found occurs in the text, except for foreign letters of its domain', () => {
    const piece = fc.constantFrom(
      'a',
      'info',
      '@',
      '.',
      '-',
      ' ',
      'firm',
      '.org',
      '.com',
      "'",
      '日',
      'é',
      '%',
      '+',
      '2x',
      '_',
      '@@',
      '..',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const email of inText(text)) {
          const [local = '', domain = ''] = email.split('@');
          expect(text.toLowerCase()).toContain(`${local}@${domainToUnicode(domain)}`);
        }
      }),
    );
  });
});

describe('addresses in mailto: links', () => {
  test.each([
    ['info@firm.org', ['info@firm.org']],
    ['a@firm.org,b@firm.org;c@firm.org', ['a@firm.org', 'b@firm.org', 'c@firm.org']],
    ['a@firm.org?cc=b@firm.org&subject=c@firm.org', ['a@firm.org', 'b@firm.org']],
    ['?bcc=a%40firm.org,b@firm.org&body=to=c@firm.org', ['a@firm.org', 'b@firm.org']],
    ['info@m%C3%BCller.de', ['info@xn--mller-kva.de']],
    ['info[at]firm[dot]org', ['info@firm.org']],
    ['//info@firm.org', ['info@firm.org']],
    ['info%40firm.org', ['info@firm.org']],
    ['%20info@firm.org%20', ['info@firm.org']],
    ['Firm%20%3Cinfo@firm.org%3E', ['info@firm.org']],
    ['in%fo%zz@firm.org', []],
    ['?subject=x@firm.org', []],
    ['', []],
    ['someone@example.com', []],
  ])('%s', (target, emails) => {
    expect(inMailto(target)).toEqual(emails);
  });
});

test('an address is XORed with its first byte', () => {
  // 0x5a ^ 'a' (0x61) = 0x3b, '@' (0x40) = 0x1a, 'b' = 0x38, '.' = 0x74, 'c' = 0x39, 'o' = 0x35
  expect(decodeCloudflareEmail('5a3b1a38743935')).toBe('a@b.co');
  expect(decodeCloudflareEmail('5A3B1A38743935')).toBe('a@b.co');
});

test('every key gives the address back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 255 }),
      fc.string({ minLength: 1, maxLength: 60 }),
      (key, address) => {
        const bytes = [key, ...Buffer.from(address).map((byte) => byte ^ key)];
        expect(decodeCloudflareEmail(Buffer.from(bytes).toString('hex'))).toBe(address);
      },
    ),
  );
});

test.each(['', '5a', '5a3', 'zz3b1a', '5a3b1', `5a${'3b'.repeat(400)}`])(
  '%s is not protected text',
  (hex) => {
    expect(decodeCloudflareEmail(hex)).toBeNull();
  },
);

test('the protected part of a link', () => {
  expect(cloudflareLinkHex('/cdn-cgi/l/email-protection#5a3b1a')).toBe('5a3b1a');
  expect(cloudflareLinkHex('https://firm.test/cdn-cgi/l/email-protection#5a3b1a')).toBe('5a3b1a');
  expect(cloudflareLinkHex('/cdn-cgi/l/email-protection')).toBeNull();
  expect(cloudflareLinkHex('/contact#5a3b1a')).toBeNull();
});

describe('an address is written as the page has it', () => {
  const found = (html: string): readonly (readonly [string, string, string])[] =>
    extractPage({
      url: 'https://firm.org/',
      status: 200,
      headers: [],
      body: Buffer.from(html),
      truncated: false,
      fetchedAt: 0,
    }).facts.emails.map(({ email, source, written }) => [email, source, written]);

  // The key 0x10 and each byte of `info@firm.org` with its bits changed by it.
  const PROTECTED = '10797e767f507679627d3e7f6277';
  test.each([
    ['<p>Write to Info@Firm.ORG.', ['info@firm.org', 'text', 'Info@Firm.ORG']],
    ['<p>R&amp;amp;D@firm.org', ['r&d@firm.org', 'text', 'R&amp;D@firm.org']],
    ['<p>...info@firm.org.We answer', ['info@firm.org', 'text', 'info@firm.org']],
    ['<p>info@Müller.de', ['info@xn--mller-kva.de', 'text', 'info@Müller.de']],
    [
      '<p>call: Max [dot] Berg {at} firm <dot> org.'.replace(/<dot>/, '(dot)'),
      ['max.berg@firm.org', 'text', 'Max [dot] Berg {at} firm (dot) org'],
    ],
    ['<p>mail: INFO AT firm DOT org', ['info@firm.org', 'text', 'INFO AT firm DOT org']],
    [
      '<p style="direction: rtl; unicode-bidi: bidi-override">gro.mrif@ofni</p>',
      ['info@firm.org', 'text', 'gro.mrif@ofni'],
    ],
    ['<a href="mailto:Info@firm.org?subject=x">us</a>', ['info@firm.org', 'link', 'Info@firm.org']],
    ['<a href="mailto:info%40firm.org">us</a>', ['info@firm.org', 'link', 'info%40firm.org']],
    [`<a href="/cdn-cgi/l/email-protection#${PROTECTED}">us</a>`, ['info@firm.org', 'link', PROTECTED]],
    [
      '<a href="#" data-mailto-token="ocknvq,kphqBhkto0qti">us</a>',
      ['info@firm.org', 'link', 'ocknvq,kphqBhkto0qti'],
    ],
    [
      "<script>var addy1 = 'info' + '&#64;';\naddy1 = addy1 + 'firm' + '.' + 'org';\ndocument.write(addy1)</script>",
      ['info@firm.org', 'link', "var addy1 = 'info' + '&#64;'; addy1 = addy1 + 'firm' + '.' + 'org';"],
    ],
    [
      '<script type="application/ld+json">{"email":"mailto:info@firm.org"}</script>',
      ['info@firm.org', 'structured_data', 'info@firm.org'],
    ],
    ['<meta name="reply-to" content="info@firm.org">', ['info@firm.org', 'structured_data', 'info@firm.org']],
  ])('%s', (html, address) => {
    expect(found(html)).toEqual([address]);
  });

  test('the first place that shows it as one of the owner counts', () => {
    const html =
      '<div class="comment-body">Anna@gmail.com</div><footer><a href="mailto:ANNA@gmail.com">us</a></footer>';
    expect(found(html)).toEqual([['anna@gmail.com', 'link', 'ANNA@gmail.com']]);
  });

  test('the flag of a country is not an @', () => {
    expect(found('<p>info <img alt="AT" src="at.svg"> firm.org</p>')).toEqual([]);
    expect(found('<p>info<img alt="@" src="at.png">firm.org</p>')).toEqual([
      ['info@firm.org', 'text', 'info (at) firm.org'],
    ]);
  });
});

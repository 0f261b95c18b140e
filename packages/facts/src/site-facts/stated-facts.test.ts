import { describe, expect, test } from 'vitest';
import { extractPage, type ExtractedPage } from '../extract-page.ts';
import { loadOwnerDetails } from '../owner-details.ts';

const ownerDetails = await loadOwnerDetails();

function facts(html: string, url = 'https://www.shop.example/'): ExtractedPage['facts'] {
  const headers = [['content-type', 'text/html; charset=utf-8']] as const;
  const page = { url, status: 200, headers, body: Buffer.from(html), truncated: false, fetchedAt: 0 };
  return extractPage(page, { ownerDetails }).facts;
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

describe('the name of a site', () => {
  test('is og:site_name, then that of schema.org, then that of its app', () => {
    const app = '<meta name="application-name" content="Tea App">';
    const site = jsonLd({
      '@graph': [
        { '@type': 'Organization', name: 'Tea Ltd' },
        { '@type': 'WebSite', name: 'Tea' },
      ],
    });
    const og = '<meta property="og:site_name" content=" Tea &amp;  Kettles ">';
    expect(facts(app + site + og).siteName).toEqual({
      value: 'Tea & Kettles',
      source: 'og:site_name',
      written: 'Tea & Kettles',
    });
    expect(facts(app + site).siteName).toMatchObject({ value: 'Tea', source: 'json-ld' });
    expect(facts(app).siteName).toMatchObject({ value: 'Tea App', source: 'application-name' });
  });

  test.each(['', '   ', 'Site name', 'https://shop.example/', '{{ site.title }}', '–', 'x'.repeat(101)])(
    'is not %s',
    (content) => {
      expect(facts(`<meta property="og:site_name" content="${content}">`).siteName).toBeNull();
    },
  );

  test('is not that of an author, a product, an event or a reviewed firm', () => {
    const others = [
      { '@type': 'Article', author: { '@type': 'Organization', name: 'Agency' } },
      { '@type': 'Product', brand: { '@type': 'Organization', name: 'Maker' } },
      { '@type': 'Event', organizer: { '@type': 'Organization', name: 'Host' } },
      { '@type': 'Review', itemReviewed: { '@type': 'Restaurant', name: 'Place' } },
    ];
    expect(facts(jsonLd(others)).siteName).toBeNull();
  });
});

describe('feeds', () => {
  test('are alternates of the types of feeds, with absolute addresses', () => {
    const html =
      '<base href="/en/"><link rel=alternate type="application/rss+xml" title="News &amp; more" href="feed.xml">' +
      '<link rel="alternate home" type="application/atom+xml" href="/atom">' +
      '<link rel=alternate type="application/feed+json; charset=utf-8" href="//cdn.example/feed.json">' +
      '<link rel=alternate type="text/xml" href="/rss.php"><link rel=alternate type="application/rss+xml" href="feed://x.example/f">';
    expect(facts(html).feeds.map(({ url, type, title }) => [url, type, title])).toEqual([
      ['https://www.shop.example/en/feed.xml', 'rss', 'News & more'],
      ['https://www.shop.example/atom', 'atom', null],
      ['https://cdn.example/feed.json', 'json', null],
      ['https://www.shop.example/rss.php', 'rss', null],
      ['https://x.example/f', 'rss', null],
    ]);
    expect(facts(html).feeds[0]).toMatchObject({ source: 'link', written: 'feed.xml' });
  });

  test('are not those of comments, other versions, embeds and scripts', () => {
    const html =
      '<link rel=alternate type="application/rss+xml" title="Tea » Comments Feed" href="/comments/feed/">' +
      '<link rel=alternate hreflang=de href="/de/"><link rel=alternate type="application/json+oembed" href="/oembed">' +
      '<link rel=alternate type="application/json" href="/wp-json/wp/v2/posts/1"><link rel=stylesheet type="application/rss+xml" href=/a>' +
      '<link rel=alternate type="application/rss+xml" href=""><link rel=alternate type="application/rss+xml" href="javascript:feed()">';
    expect(facts(html).feeds).toEqual([]);
    const many = Array.from(
      { length: 50 },
      (_, at) => `<link rel=alternate type=application/rss+xml href=/${at}>`,
    );
    expect(facts(many.join('')).feeds).toHaveLength(20);
  });
});

describe('images', () => {
  test('are the logos of schema.org, named by id as well, then icons', () => {
    const html =
      jsonLd({
        '@graph': [
          {
            '@type': 'Organization',
            logo: { '@id': '#logo' },
            image: { '@type': 'ImageObject', '@id': '#logo', url: '/logo.png' },
          },
        ],
      }) +
      '<link rel="shortcut icon" href="/favicon.ico"><link rel=apple-touch-icon href=touch.png><link rel=icon href="data:image/png;base64,AAAA">' +
      '<header><a href=/><img class=logo src=/other.png></a></header>';
    expect(facts(html).images).toEqual([
      { kind: 'logo', url: 'https://www.shop.example/logo.png', source: 'json-ld', written: '/logo.png' },
      { kind: 'icon', url: 'https://www.shop.example/favicon.ico', source: 'icon', written: '/favicon.ico' },
      {
        kind: 'icon',
        url: 'https://www.shop.example/touch.png',
        source: 'apple-touch-icon',
        written: 'touch.png',
      },
    ]);
  });

  test('are files named as logos alone, if schema.org has others beside them', () => {
    const organisation = (logo: string): string =>
      `<script type="application/ld+json">{"@type":"Organization","name":"Tea","logo":"${logo}"}</script>`;
    expect(facts(organisation('/540x156-logo.png') + organisation('/teahouse.jpg')).images).toMatchObject([
      { kind: 'logo', url: 'https://www.shop.example/540x156-logo.png' },
    ]);
    expect(facts(organisation('/mark.svg')).images).toMatchObject([{ kind: 'logo', written: '/mark.svg' }]);
  });

  test('are og:logo, and last the logo in the header, lazy or not', () => {
    const header =
      '<header><a href="/"><img alt="Tea logo" src="data:image/gif;base64,R0" data-src="img/tea.svg"></a></header>';
    expect(facts(header).images).toMatchObject([
      { kind: 'logo', url: 'https://www.shop.example/img/tea.svg', source: 'img' },
    ]);
    expect(facts(`<meta property=og:logo content=/og.png>${header}`).images).toMatchObject([
      { source: 'og:logo' },
    ]);
  });

  test('are not logos of partners, or of the footer', () => {
    const html =
      '<div class=partners><a href=/><img class=logo src=/p.png></a></div><footer><div class=footer-logo><img src=/f-logo.png></div></footer>' +
      '<main><img src=/article-about-logos.png alt="a logo"></main>';
    expect(facts(html).images).toEqual([]);
  });
});

describe('legal pages', () => {
  test.each([
    ['Privacy Policy', 'privacy'],
    ['Datenschutzerklärung', 'privacy'],
    ['Politique de confidentialité', 'privacy'],
    ['Política de privacidad', 'privacy'],
    ['Informativa sulla privacy', 'privacy'],
    ['Privacybeleid', 'privacy'],
    ['Integritetspolicy', 'privacy'],
    ['Personvern', 'privacy'],
    ['Privatlivspolitik', 'privacy'],
    ['Tietosuojaseloste', 'privacy'],
    ['Polityka prywatności', 'privacy'],
    ['Ochrana osobních údajů', 'privacy'],
    ['Adatkezelési tájékoztató', 'privacy'],
    ['Politica de confidențialitate', 'privacy'],
    ['Политика конфиденциальности', 'privacy'],
    ['Політика конфіденційності', 'privacy'],
    ['Πολιτική απορρήτου', 'privacy'],
    ['Gizlilik Politikası', 'privacy'],
    ['プライバシーポリシー', 'privacy'],
    ['隐私政策', 'privacy'],
    ['개인정보처리방침', 'privacy'],
    ['سياسة الخصوصية', 'privacy'],
    ['מדיניות פרטיות', 'privacy'],
    ['Kebijakan Privasi', 'privacy'],
    ['Chính sách bảo mật', 'privacy'],
    ['นโยบายความเป็นส่วนตัว', 'privacy'],
    ['Terms & Conditions', 'terms'],
    ['AGB', 'terms'],
    ['CGV', 'terms'],
    ['Algemene voorwaarden', 'terms'],
    ['Regulamin', 'terms'],
    ['利用規約', 'terms'],
    ['Пользовательское соглашение', 'terms'],
    ['Cookie-Richtlinie', 'cookies'],
    ['Impressum', 'imprint'],
    ['Mentions légales', 'imprint'],
    ['特定商取引法に基づく表記', 'imprint'],
  ])('%s is %s', (text, kind) => {
    expect(facts(`<a href=/x>${text}</a>`).legalLinks).toEqual([
      { kind, url: 'https://www.shop.example/x', source: 'link', written: text },
    ]);
  });

  test('are named by their addresses where texts are none', () => {
    const html =
      '<a href="/de/datenschutz.html"><img src=d.png></a><a href="/acme-privacy-policy/">?</a><a href=/legal/agb>x</a>';
    expect(
      facts(html).legalLinks.map(({ kind, url, source }) => [kind, new URL(url).pathname, source]),
    ).toEqual([
      ['privacy', '/de/datenschutz.html', 'path'],
      ['privacy', '/acme-privacy-policy/', 'path'],
      ['terms', '/legal/agb', 'path'],
    ]);
  });

  test('are not those of other firms, articles about them, biscuits, or scripts', () => {
    const html =
      '<article><a href="https://other.example/privacy">Privacy policy</a></article>' +
      '<footer><article><a href="https://other.example/privacy">Privacy policy</a></article></footer>' +
      '<footer><a href="https://policies.google.com/privacy">Privacy Policy</a></footer>' +
      '<a href="/2020/01/the-facebook-privacy-scandal-in-five-charts">Read</a><a href=/recipes/cookies-with-nuts>Cookies</a>' +
      '<a href="javascript:void(0)">Privacy policy</a><a href="#privacy">Privacy policy</a><a href="">Terms</a>' +
      '<template><a href=/privacy>Privacy policy</a></template>';
    expect(facts(html).legalLinks).toEqual([]);
  });

  test('may be those of the group, in the footer, if the site has none of its own', () => {
    const footer = '<footer><a href="https://group.example/privacy">Privacy policy</a></footer>';
    expect(facts(footer).legalLinks).toMatchObject([{ url: 'https://group.example/privacy' }]);
    const own = '<a href="https://help.shop.example/privacy">Privacy</a>';
    expect(facts(footer + own).legalLinks).toMatchObject([{ url: 'https://help.shop.example/privacy' }]);
  });

  test('are at most 20', () => {
    const html = Array.from({ length: 100 }, (_, at) => `<a href=/${at}>Privacy policy</a>`).join('');
    expect(facts(html).legalLinks).toHaveLength(20);
  });
});

test('the contact page is on the host of the page before others, and not the page itself', () => {
  const html =
    '<a href="https://other.example/contact">Contact</a><a href="https://help.shop.example/c">Contact</a>' +
    '<a href="/">Contact us</a><a href="/kontakt">Kontakt</a>';
  expect(facts(html).contactPage).toEqual({
    value: 'https://www.shop.example/kontakt',
    source: 'link',
    written: 'Kontakt',
  });
  expect(facts('<a href="mailto:a@shop.example">Contact</a>').contactPage).toBeNull();
});

describe('apps', () => {
  test('are read from metas and links of every store', () => {
    const html =
      '<meta name="apple-itunes-app" content="app-id=284882215, app-argument=x">' +
      '<a href="https://play.google.com/store/apps/details?hl=de&amp;id=example.shop.app&amp;gl=DE"></a>' +
      '<a href="https://apps.microsoft.com/detail/9NBLGGH4NNS1?hl=en"></a><a href="https://f-droid.org/en/packages/org.example.app/"></a>' +
      '<a href="https://appgallery.huawei.com/app/C100000000"></a><a href="https://galaxystore.samsung.com/detail/example.shop.app"></a>';
    expect(facts(html).appLinks.map(({ store, id, source }) => [store, id, source])).toEqual([
      ['apple', '284882215', 'apple-itunes-app'],
      ['google', 'example.shop.app', 'link'],
      ['microsoft', '9NBLGGH4NNS1', 'link'],
      ['fdroid', 'org.example.app', 'link'],
      ['huawei', 'C100000000', 'link'],
      ['samsung', 'example.shop.app', 'link'],
    ]);
  });

  test('are not those that a news site writes about', () => {
    const foreign = (id: number): string =>
      `<a href="https://apps.apple.com/us/app/x/id${1_000_000 + id}">x</a>`;
    expect(facts(`<article>${foreign(1)}${foreign(2)}</article>`).appLinks).toEqual([]);
    expect(facts([1, 2, 3, 4, 5].map(foreign).join('')).appLinks).toEqual([]);
    const own = '<meta name="apple-itunes-app" content="app-id=1234567">';
    expect(facts(own + foreign(1)).appLinks.map(({ id }) => id)).toEqual(['1234567']);
    expect(facts('<a href="https://apps.apple.com/us/developer/x/id284882215">More</a>').appLinks).toEqual(
      [],
    );
  });
});

describe('payment marks', () => {
  test.each([
    ['<img src="/icons/visa.svg"><img alt="Mastercard" src=m.png>', ['Mastercard', 'Visa']],
    ['<img alt="Cartes bancaires"><img alt="Carte_bancaire"><img alt=Visa>', ['Cartes Bancaires', 'Visa']],
    ['<img alt="Payment type: Discover"><img alt="Payment type: Visa">', ['Discover', 'Visa']],
    ['<svg aria-labelledby="pi-paypal"></svg><svg class="icon icon-klarna"></svg>', ['PayPal', 'Klarna']],
    [
      '<img alt="Wir akzeptieren Visa, Mastercard und PayPal: Zahlungsarten">',
      ['Mastercard', 'PayPal', 'Visa'],
    ],
    [
      '<i class="fab fa-cc-amex"></i><li class="payment-icon payment-icon-ideal"></li>',
      ['American Express', 'iDEAL'],
    ],
    [
      '<svg><use xlink:href="/sprite.svg#apple-pay"></use></svg><img src=/google_pay.png>',
      ['Google Pay', 'Apple Pay'],
    ],
  ])('%s', (html, names) => {
    expect(
      facts(html)
        .paymentMarks.map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  test.each([
    '<img src=/visa-requirements-for-turkey.jpg alt="Visa requirements">',
    '<figure><img alt="Mastercard shares fell after PayPal accepted the payment offer"></figure>',
    '<img alt="An ideal home"><img src=/discover.jpg><img src="data:image/png;base64,visa">',
    '<p>We accept Visa and PayPal</p><a href=/paypal>PayPal</a><img alt="" src="">',
  ])('are not in %s', (html) => {
    expect(facts(html).paymentMarks).toEqual([]);
  });
});

describe('the legal name', () => {
  test.each([
    ['© 2026 Tea and Kettles GmbH. Alle Rechte vorbehalten.', 'Tea and Kettles GmbH'],
    ['Copyright &copy; 1999–2026 by Acme, Inc. All rights reserved', 'Acme, Inc.'],
    ['© Kettle S.p.A. - P.IVA 00743110157', 'Kettle S.p.A.'],
    ['© 2026 茶壺株式会社', '茶壺株式会社'],
    ['© 2026 Teapot News, a division of Leaf Media Ltd', 'Leaf Media Ltd'],
    ['© 2001 Foto AG © 2026 Tea GmbH', 'Tea GmbH'],
  ])('%s', (text, value) => {
    expect(facts(`<footer>${text}</footer>`).legalName).toMatchObject({ value, source: 'copyright' });
  });

  test('is legalName of the owner, and that of the imprint on the imprint', () => {
    expect(facts(jsonLd({ '@type': 'LocalBusiness', legalName: 'Leaf Ltd' })).legalName).toMatchObject({
      value: 'Leaf Ltd',
      source: 'json-ld',
    });
    expect(
      facts(
        '<div itemscope itemtype="https://schema.org/Organization"><span itemprop="legalName">Leaf Ltd</span></div>',
      ).legalName,
    ).toMatchObject({
      value: 'Leaf Ltd',
      source: 'microdata',
    });
    const imprint = '<p>Angaben gemäß § 5 TMG: Teehaus GmbH & Co. KG, Hauptstraße 1</p>';
    expect(facts(imprint, 'https://shop.example/impressum').legalName).toMatchObject({
      value: 'Teehaus GmbH & Co. KG',
      source: 'imprint',
    });
    expect(facts(imprint).legalName).toBeNull();
  });

  test.each([
    '© 2026 Tea and Kettles',
    '© Getty Images, Inc.',
    'Vitamin (c) and personality such as',
    'Copyright law protects Acme GmbH',
    '© 2026 Tea Privacy Policy Terms of Service Trust',
  ])('is not in %s', (text) => {
    expect(facts(`<p>${text}</p>`).legalName).toBeNull();
  });
});

test('registration numbers are those of the markup, then those of the text', () => {
  const html = `${jsonLd({ '@type': 'Organization', vatID: 'IT00743110157' })}<p>P.IVA 00743110157, HRB 12345</p>`;
  expect(facts(html).registrationNumbers).toEqual([
    { kind: 'vat', number: 'IT00743110157', country: 'IT', source: 'json-ld', written: 'VAT IT00743110157' },
    { kind: 'hrb', number: '12345', country: 'DE', source: 'text', written: 'HRB 12345' },
  ]);
});

test.each([
  ['a sponsor', '<p>Sponsored by Acme Foundation, P.IVA 00743110157</p>'],
  ['a supporter', '<footer>Gefördert durch die Beispiel GmbH, HRB 12345</footer>'],
  ['an entry of a list', '<div class=listing>P.IVA 00743110157</div>'],
])('the number of %s is not one of the owner', (_name, html) => {
  expect(facts(html).registrationNumbers).toEqual([]);
});

test('the name in the copyright line of an entry of a list is not one of the owner', () => {
  expect(facts('<div class=testimonial><p>© 2024 Beispiel GmbH</p></div>').legalName).toBeNull();
});

describe('opening hours', () => {
  const hours = (value: unknown): readonly string[] =>
    facts(jsonLd({ '@type': 'Store', openingHours: value })).openingHours.map(
      ({ day, from, to }) => `${day} ${from} ${to}`,
    );

  test.each([
    ['Mo-We 09:00-18:00', ['monday 09:00 18:00', 'tuesday 09:00 18:00', 'wednesday 09:00 18:00']],
    [
      'Monday, Tuesday 9am-5:30pm, Sa 10:00-14:00',
      ['monday 09:00 17:30', 'tuesday 09:00 17:30', 'saturday 10:00 14:00'],
    ],
    ['Mo 09:00-12:00,13:00-18:00', ['monday 09:00 12:00', 'monday 13:00 18:00']],
    ['Sa-Mo 20:00-02:00', ['monday 20:00 02:00', 'saturday 20:00 02:00', 'sunday 20:00 02:00']],
    ['Fr', ['friday 00:00 24:00']],
    ['Mo 09:00-17:00 Tu closed', ['monday 09:00 17:00']],
    [
      ['Mo 09:00-17:00', 'PH 10:00-12:00'],
      ['monday 09:00 17:00', 'public_holidays 10:00 12:00'],
    ],
  ])('%s', (value, expected) => {
    expect(hours(value)).toEqual(expected);
  });

  test.each([
    '',
    'by appointment',
    'Mo 25:00-26:00',
    'Mo 00:00-00:00',
    'Xx 09:00-17:00',
    'x'.repeat(100_000),
    7,
    null,
    {},
  ])('are none in %s', (value) => {
    expect(hours(value)).toEqual([]);
  });

  test('are read from specifications, without those of one holiday', () => {
    const openingHoursSpecification = [
      { dayOfWeek: ['https://schema.org/Monday', 'Friday'], opens: '08:00:00', closes: '17:00+01:00' },
      { dayOfWeek: { name: 'Saturday' }, opens: '9:00 AM', closes: '1:00 PM' },
      { dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' },
      {
        dayOfWeek: 'Sunday',
        opens: '10:00',
        closes: '11:00',
        validFrom: '2026-12-24',
        validThrough: '2026-12-26',
      },
    ];
    const { openingHours } = facts(jsonLd({ '@type': 'Bakery', openingHoursSpecification }));
    expect(openingHours.map(({ day, from, to }) => `${day} ${from} ${to}`)).toEqual([
      'monday 08:00 17:00',
      'friday 08:00 17:00',
      'saturday 09:00 13:00',
    ]);
  });

  test('are read from microdata, and not from that of events', () => {
    const html =
      '<div itemscope itemtype="http://schema.org/Event"><time itemprop=openingHours datetime="Su 10:00-12:00"></time></div>' +
      '<div itemscope itemtype="http://schema.org/Store"><time itemprop="openingHours" datetime="Mo 10:00-12:00">Monday</time></div>';
    expect(facts(html).openingHours).toMatchObject([
      { day: 'monday', from: '10:00', to: '12:00', source: 'microdata' },
    ]);
  });
});

test('a huge page of everything at once stays within the bounds', () => {
  const html =
    '<img alt=Visa src=visa.png><a href=/privacy>Privacy policy</a><a href="https://apps.apple.com/app/id1234567"></a>© 2026 a VAT 123 456 789 '.repeat(
      20_000,
    ) + '<div>'.repeat(20_000);
  const { paymentMarks, legalLinks, appLinks, registrationNumbers } = facts(html);
  expect([paymentMarks.length, legalLinks.length, appLinks.length, registrationNumbers.length]).toEqual([
    0, 1, 1, 0,
  ]);
});

test('lines that look like names, and are none, cost no more than their length', () => {
  const lines = [
    '© 2000-2001-2002-'.repeat(2_000),
    '© a & b '.repeat(5_000),
    '© Dr. A. B. C. '.repeat(5_000),
    '(c) – / – '.repeat(5_000),
  ];
  for (const line of lines)
    expect(facts(`<p>${line}</p>`, 'https://shop.example/impressum').legalName).toBeNull();
});

import { expect, test } from 'vitest';
import { ownerPageByText, ownerPageByUrl } from './owner-pages.ts';

test.each([
  ['https://a.test/impressum', 'imprint'],
  ['https://a.test/de/Impressum.html', 'imprint'],
  ['https://a.test/impressum-datenschutz/', 'imprint'],
  ['https://a.test/mentions-legales', 'imprint'],
  ['https://a.test/mentionslegales.php', 'imprint'],
  ['https://a.test/fr/mentions_l%C3%A9gales/', 'imprint'],
  ['https://a.test/aviso-legal', 'imprint'],
  ['https://a.test/legal-notice', 'imprint'],
  ['https://a.test/contact', 'contact'],
  ['https://a.test/contact-us/', 'contact'],
  ['https://a.test/ContactUs.aspx', 'contact'],
  ['https://a.test/contact-acme', 'contact'],
  ['https://a.test/contact2.html', 'contact'],
  ['https://a.test/%D0%BA%D0%BE%D0%BD%D1%82%D0%B0%D0%BA%D1%82%D1%8B', 'contact'],
  ['https://a.test/iletişim', 'contact'],
  ['https://a.test/iletisim', 'contact'],
  ['https://a.test/お問い合わせ', 'contact'],
  ['https://a.test/?page=kontakt', 'contact'],
  ['https://a.test/index.php?id=3&p=About-Us', 'about'],
  ['https://a.test/about', 'about'],
  ['https://a.test/about-acme', 'about'],
  ['https://a.test/ueber-uns/', 'about'],
  ['https://a.test/%C3%BCber-uns', 'about'],
  ['https://a.test/qui-sommes-nous', 'about'],
  ['https://a.test/o-nas', 'about'],
  ['https://a.test/corp/会社概要', 'about'],
  ['https://a.test/', null],
  ['https://a.test/contact/thanks-for-writing', null],
  ['https://a.test/how-to-contact-your-senator', null],
  ['https://a.test/team-building', null],
  ['https://a.test/products', null],
  ['https://a.test/%E0%A4%A', null],
  ['https://a.test/?q=contact+lenses', null],
])('%s is named as %s', (url, kind) => {
  expect(ownerPageByUrl(new URL(url))).toBe(kind);
});

test.each([
  ['Impressum', 'imprint'],
  [' Mentions légales ', 'imprint'],
  ['MENTIONS LEGALES', 'imprint'],
  ['Contact us!', 'contact'],
  ['О компании', 'about'],
  ['회사소개', 'about'],
  ['', null],
  ['Contact lenses', null],
  ['About the many things that nobody ever told you about this small town', null],
])('the text %j names %s', (text, kind) => {
  expect(ownerPageByText(text)).toBe(kind);
});

import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

/** The postcodes of the addresses of a page. */
function postcodes(html: string, url = 'https://firm.example/services'): readonly (string | null)[] {
  const body = Buffer.from(html);
  const page = { url, status: 200, headers: [], body, truncated: false, fetchedAt: 0 };
  return extractPage(page).facts.postalAddresses.map(({ postcode }) => postcode);
}

const FILLER = '<p>Words about the work of the firm.</p>'.repeat(60);
const ADDRESS = '12 Elm Street, Dover, DE 19901';
const inBody = (html: string): string => FILLER + html + FILLER;

test.each([
  ['in the foot', `${FILLER}<footer>${ADDRESS}</footer>`, ['19901']],
  ['in the last lines', `${FILLER}<p>${ADDRESS}</p>`, ['19901']],
  ['in a caption in the last lines', `${FILLER}<p class=caption>${ADDRESS}</p>`, ['19901']],
  ['in a block of contacts', inBody(`<div class=contact-box>${ADDRESS}</div>`), ['19901']],
  ['after words that announce it', inBody(`<p>Mailing address: ${ADDRESS}</p>`), ['19901']],
  [
    'after words of the owner in a text',
    inBody(`<div class=news>Write to us at ${ADDRESS}</div>`),
    ['19901'],
  ],
  ['without a sign', inBody(`<p>${ADDRESS}</p>`), []],
  ['in an article', inBody(`<article><p>Address: ${ADDRESS}</p></article>`), []],
  ['of an event', inBody(`<div class=event><address>${ADDRESS}</address></div>`), []],
  ['of an attorney', `${FILLER}<p>Counsel of Record</p><p>${ADDRESS}</p>`, []],
])('an address %s', (_name, html, expected) => {
  expect(postcodes(html)).toEqual(expected);
});

test('a partner that a text on data names is another party', () => {
  const html = `<p>Our address: ${ADDRESS}</p><p>Daten erhält unser Dienstleister, die Acme GmbH, Talweg 3, 12345 Neustadt.</p>`;
  expect(postcodes(html, 'https://firm.example/')).toEqual(['19901']);
});

test('many addresses in the body of a page within are those of a list', () => {
  const entries = [1, 2, 3, 4, 5].map(
    (at) => `<div class=address>${at} Oak Street, Dover, DE 1990${at}</div>`,
  );
  const html = inBody(entries.join('')) + `<footer>${ADDRESS.replace('19901', '19999')}</footer>`;
  expect(postcodes(html)).toEqual(['19999']);
  expect(postcodes(html, 'https://firm.example/contact')).toHaveLength(6);
});

test('a business with ratings is the owner on the home page alone', () => {
  const address = { '@type': 'PostalAddress', streetAddress: '12 Elm Street', postalCode: '19901' };
  const restaurant = {
    '@type': 'Restaurant',
    aggregateRating: { ratingValue: 4 },
    telephone: '+4930 23125110',
    address,
  };
  const html = `<script type="application/ld+json">${JSON.stringify(restaurant)}</script>`;
  expect(postcodes(html)).toEqual([]);
  expect(postcodes(html, 'https://firm.example/')).toEqual(['19901']);
});

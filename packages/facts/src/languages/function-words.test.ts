import { expect, test } from 'vitest';
import { languageByWords } from './function-words.ts';

// Sentences of everyday pages, written for this test: shops, schools, weather, greetings.
test.each([
  [
    'nl',
    'Die winkel is nie op Sondag oop nie, maar jy kan deur die week vir ons bel. Hulle bak elke oggend brood en hy sal dit vir julle bring.',
    'af',
  ],
  [
    'de',
    'De Buttek ass vun der Gare net wäit ewech. Mir hunn och sonndes op, well vill Leit fir d’Brout kommen; dat huet hien eis gëschter gesot.',
    'lb',
  ],
  [
    'nl',
    'De winkel leit yn it doarp, net fier fan de tsjerke. Wy hawwe ek brea en molke foar de bern, en it wurdt alle dagen troch har brocht.',
    'fy',
  ],
  [
    'pt',
    'A tenda está nunha rúa moi estreita, xunto á praza. Tamén hai unha horta na que medran moitas verduras, aínda que non se ven dende fóra.',
    'gl',
  ],
  [
    'it',
    'A buttega hè in cima à u paese. Ellu travaglia quì cù i so figlioli, è l’estate ci sò assai vechji chì venenu à piglià u frescu.',
    'co',
  ],
  [
    'hr',
    'Prodavnica je otvorena uvek, pre podne i posle ručka. Gde god da je čovek, ovde ima vremena za razgovor, a vreme je lepo.',
    'sr',
  ],
  [
    'hr',
    'Trgovina je otvorena prije podne i poslije ručka. Gdje god bio čovjek, ovdje uvijek ima vremena, a vrijeme je lijepo.',
    'hr',
  ],
  [
    'sr',
    'Продавницата е отворена во сабота. Овој леб го печат со дрва, а сите што ќе дојдат ги чека топол чај и беше така секогаш.',
    'mk',
  ],
  [
    'hi',
    'पसल बिहानै खुल्ने छ र साँझसम्म खुला हुन्छ। यो रोटी घरमै बनाइएको हो। तपाईं पनि आउनुहोस् र चिया खानुहोस्। नयाँ सामान थपिएको छ र किन्न सकिने छ।',
    'ne',
  ],
  [
    'fr',
    'Boutik la nan mitan vil la, li ouvè chak jou. Moun yo ap vini pou achte pen ak lèt, epi yon ti gason pote yo bay moun ki pa kapab mache.',
    'ht',
  ],
])('a text that is reported as %s: %s is in %s', (reported, text, language) => {
  expect(languageByWords(reported, text)).toBe(language);
});

test.each([
  [
    'Duka letu liko katika mtaa wa kwanza. Kila siku tunauza mkate na maziwa kwa watu wote, lakini pia kuna chai ya moto baada ya kazi za asubuhi.',
    'sw',
  ],
  [
    'Tá an siopa ar oscailt gach lá. Bhí sé ag obair anseo le fada agus níl ach cúpla duine ann, mar a bhíodh ag na daoine faoi shamhradh seo.',
    'ga',
  ],
  [
    'Mae’r siop ar agor bob dydd ac mae hi yn y pentref. Roedd y bara wedi ei bobi gan y teulu, ac mae hefyd de neu goffi sydd yn boeth.',
    'cy',
  ],
  [
    'La vendejo estas en la urbo kaj ĝi malfermas je la oka. Mi kaj mia frato estis tie, sed oni diris ke ne estas pano por ĉiu.',
    'eo',
  ],
  [
    'Isitolo sivulwa ekuseni kodwa sivalwa ntambama. Abantu bathi ukuthi isinkwa sakhona simnandi kanye netiye, futhi abaningi bafika khona ngoba siseduze.',
    'zu',
  ],
])('a text about which the detector has no answer: %s is in %s', (text, language) => {
  expect(languageByWords(null, text)).toBe(language);
});

test('a text in a language without a code of two letters has no name', () => {
  const cebuano =
    'Ang tindahan bukas matag adlaw ug aduna kini presko nga tinapay. Usa ka tawo ang nag-abli niini nga wala magdugay, ug iyang anak nagtabang.';
  expect(languageByWords('tl', cebuano)).toBeNull();
});

test.each([
  [
    'nl',
    'De winkel is op zondag niet open, maar door de week kunt u ons bellen. Zij bakken elke ochtend brood en hij brengt het naar u toe.',
  ],
  [
    'de',
    'Der Laden liegt nicht weit vom Bahnhof. Wir haben auch sonntags auf, weil viele Leute für das Brot kommen, das hat er uns gestern gesagt.',
  ],
  [
    'es',
    'La tienda está en una calle muy estrecha, junto a la plaza. También hay una huerta en la que crecen muchas verduras, aunque no se ven.',
  ],
  [
    'it',
    'La bottega è in cima al paese. Lui lavora qui con i suoi figli, e d’estate ci sono molti vecchi che vengono a prendere il fresco.',
  ],
  [
    'tl',
    'Ang tindahan ay bukas araw-araw at may sariwang tinapay. Isang tao ang nagbubukas nito na hindi nagtatagal, at tumutulong ang anak niya.',
  ],
  [
    'en',
    'The shop is open every day, and an old man sells bread and milk. Go and see him, he will tell you how it was in the old days.',
  ],
  ['ja', '旧市街の小さなお店へようこそ。'],
])('a text in %s stays what it is', (reported, text) => {
  expect(languageByWords(reported, text)).toBe(reported);
});

test.each(['', '12 34', 'nie', 'nie nie nie nie nie nie', '\u2019'.repeat(5_000), 'ké '.repeat(5_000)])(
  'too few words of a neighbour change nothing: %j',
  (text) => {
    expect(languageByWords('nl', text)).toBe('nl');
    expect(languageByWords(null, text)).toBeNull();
  },
);

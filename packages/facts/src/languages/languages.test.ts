import { describe, expect, test } from 'vitest';
import { loadLanguages } from '../data.ts';
import { languageDetector, type LanguageDetector } from '../language-model/detector.ts';
import { contentLanguageOf, declaredLanguage, isoLanguage, type LanguageDeclarations } from './languages.ts';

test.each([
  ['de', 'de'],
  ['DE-at', 'de'],
  [' en_US ', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['zh_CN', 'zh'],
  ['eng', 'en'],
  ['deu', 'de'],
  ['ger', 'de'],
  ['fre', 'fr'],
  ['chi', 'zh'],
  ['cze', 'cs'],
  ['jp', 'ja'],
  ['cz-CZ', 'cs'],
  ['per', 'fa'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['ji', 'yi'],
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['tl', 'tl'],
  ['fil-PH', 'tl'],
  ['no', 'no'],
  ['nb-NO', 'nb'],
  ['cmn', 'zh'],
])('%s is %s', (tag, code) => {
  expect(isoLanguage(tag)).toBe(code);
});

test.each([
  '',
  'x-default',
  'und',
  'mul',
  'zz',
  'english',
  'xy',
  'd',
  '12',
  'e n',
  'yue',
  'xxx',
  '{{lang}}',
  'de\0',
  'en'.repeat(10_000),
])('%j names no language with a two-letter code', (tag) => {
  expect(isoLanguage(tag)).toBeNull();
});

describe('the declared language', () => {
  const nothing: LanguageDeclarations = {
    htmlLang: null,
    htmlXmlLang: null,
    contentLanguageMetas: [],
    contentLanguageHeaders: [],
    ownHreflang: null,
    ogLocales: [],
  };

  test('nothing declared is null', () => {
    expect(declaredLanguage(nothing)).toBeNull();
  });

  test('the order is html lang, xml:lang, meta, header, own hreflang, og:locale', () => {
    const all: LanguageDeclarations = {
      htmlLang: 'de',
      htmlXmlLang: 'fr',
      contentLanguageMetas: ['it'],
      contentLanguageHeaders: ['es'],
      ownHreflang: 'pt',
      ogLocales: ['nl_NL'],
    };
    const fields = [
      'htmlLang',
      'htmlXmlLang',
      'contentLanguageMetas',
      'contentLanguageHeaders',
      'ownHreflang',
      'ogLocales',
    ] as const;
    const expected = ['de', 'fr', 'it', 'es', 'pt', 'nl'];
    let declared = all;
    for (const [index, field] of fields.entries()) {
      expect(declaredLanguage(declared)).toBe(expected[index]);
      declared = { ...declared, [field]: nothing[field] };
    }
  });

  test('what names no language is passed over, and a list counts by its first known entry', () => {
    expect(declaredLanguage({ ...nothing, htmlLang: '', contentLanguageHeaders: ['x, de-CH, fr'] })).toBe(
      'de',
    );
    expect(declaredLanguage({ ...nothing, htmlLang: '{{ lang }}', ogLocales: ['pl_PL'] })).toBe('pl');
  });
});

const detect = languageDetector(loadLanguages());

const TEXTS: Readonly<Record<string, string>> = {
  en: 'Welcome to our little shop in the old town. We repair bicycles, sell spare parts and help you find the right wheel for your journey.',
  de: 'Willkommen in unserem kleinen Laden in der Altstadt. Wir reparieren Fahrräder, verkaufen Ersatzteile und beraten Sie gern bei der Auswahl.',
  fr: 'Bienvenue dans notre petite boutique de la vieille ville. Nous réparons les vélos, vendons des pièces et vous conseillons volontiers.',
  es: 'Bienvenido a nuestra pequeña tienda del casco antiguo. Reparamos bicicletas, vendemos recambios y le ayudamos a elegir bien.',
  pl: 'Witamy w naszym małym sklepie na starym mieście. Naprawiamy rowery, sprzedajemy części zamienne i chętnie doradzamy przy wyborze.',
  ru: 'Добро пожаловать в наш маленький магазин в старом городе. Мы ремонтируем велосипеды, продаём запчасти и охотно даём советы.',
  el: 'Καλώς ήρθατε στο μικρό μας κατάστημα στην παλιά πόλη. Επισκευάζουμε ποδήλατα και πουλάμε ανταλλακτικά για το ταξίδι σας.',
  ja: '旧市街の小さなお店へようこそ。自転車の修理や部品の販売を行い、お客様にぴったりの一台を選ぶお手伝いをいたします。',
  zh: '欢迎来到我们在老城区的小店。我们修理自行车，出售各种零件，并乐意帮助您挑选最适合旅行的车轮。',
  ko: '구시가지에 있는 우리 작은 가게에 오신 것을 환영합니다. 자전거를 수리하고 부품을 판매하며 알맞은 바퀴를 골라 드립니다.',
  ar: 'مرحبا بكم في متجرنا الصغير في المدينة القديمة. نحن نصلح الدراجات ونبيع قطع الغيار ونساعدكم في اختيار الأنسب لرحلتكم.',
  th: 'ยินดีต้อนรับสู่ร้านเล็กๆ ของเราในเมืองเก่า เราซ่อมจักรยาน ขายอะไหล่ และช่วยคุณเลือกล้อที่เหมาะกับการเดินทางของคุณ',
};

describe('the language of a text', () => {
  test.each(Object.entries(TEXTS))('%s, short and long', (language, text) => {
    expect(contentLanguageOf(text, null, detect)).toBe(language);
    expect(contentLanguageOf(`${text} `.repeat(40).slice(0, 9_000), null, detect)).toBe(language);
  });

  test.each([
    '',
    'Home',
    'OK 12345 67890 — +49 30 123456 | 2024',
    '日本',
    '0'.repeat(5_000),
    '😀'.repeat(500),
    '\uFFFD'.repeat(500),
  ])('%j gives no reliable result', (text) => {
    expect(contentLanguageOf(text, null, detect)).toBeNull();
  });

  test('a menu in another language does not decide over a long text', () => {
    const menu = 'Home Products Services About us Contact Imprint Search Login Cart Checkout ';
    expect(
      contentLanguageOf(
        `${menu}${TEXTS['de'] ?? ''} `.concat(`${TEXTS['de'] ?? ''} `.repeat(20)),
        null,
        detect,
      ),
    ).toBe('de');
  });

  describe('what the page declares', () => {
    const pieces = (...languages: readonly string[]): LanguageDetector => {
      let next = 0;
      return () => ({ language: languages[next++] ?? null, isReliable: true });
    };
    const long = 'Loro Toro Moro '.repeat(200);

    test.each([
      ['yo yo es es es', 'es', 'es'],
      ['yo yo yo', 'es', 'yo'],
      ['yo yo', null, 'yo'],
      ['yo sk es it es', 'es', 'es'],
      ['yo sk it yo es', 'es', null],
      ['es es', 'es', 'es'],
    ])('pieces in %s with %s declared: %s', (languages, declared, expected) => {
      expect(contentLanguageOf(long, declared, pieces(...languages.split(' ')))).toBe(expected);
    });

    test('does not lose to words of a neighbour, and is outweighed by a clear answer', () => {
      const afrikaans =
        'Dit is die winkel van ons dorp. Hierdie fiets is baie goed en ons sal dit vir julle regmaak as julle wil.';
      expect(contentLanguageOf(afrikaans, null, detect)).toBe('af');
      expect(contentLanguageOf(afrikaans, 'af', detect)).toBe('af');
      expect(contentLanguageOf(afrikaans, 'nl', detect)).toBe('nl');
      expect(contentLanguageOf(TEXTS['es'] ?? '', 'sk', detect)).toBe('es');
    });
  });

  test('a text in Hebrew among names in other letters', () => {
    const unsure: LanguageDetector = () => ({ language: null, isReliable: false });
    expect(contentLanguageOf('דף הבית חנות אופניים גלגלים Shimano Campagnolo', null, unsure)).toBe('he');
    expect(contentLanguageOf('דף הבית חנות אופניים גלגלים Shimano Campagnolo', 'yi', unsure)).toBe('yi');
    expect(contentLanguageOf('Shimano Campagnolo Specialized חנות', null, unsure)).toBeNull();
  });

  test('between close relatives the declaration decides, and only between those', () => {
    const malay =
      'Selamat datang ke kedai kecil kami di bandar lama. Kami membaiki basikal, menjual alat ganti dan membantu anda memilih roda yang sesuai.';
    expect(contentLanguageOf(malay, 'id', detect)).toBe('id');
    expect(contentLanguageOf(malay, 'ms', detect)).toBe('ms');
    expect(contentLanguageOf(malay, 'en', detect)).toBe('ms');
    expect(contentLanguageOf(TEXTS['de'] ?? '', 'nl', detect)).toBe('de');
  });
});

import { expect, test } from 'vitest';
import { languageByScript, indonesianOrMalay, languageByLetters } from './deciding-letters.ts';

// Words of everyday pages, written for this test: opening hours, greetings, contacts.
test.each([
  [
    'be',
    'Біздің дүкен сенбі күні ашық. Бұл жерде нан мен сүт сатылады, ал ұста шеберханасы ұзақ жұмыс істейді.',
    'kk',
  ],
  ['ru', 'Безнең кибет җомга көнне ачык. Әни белән әти җәен җиләк җыя, ә җырчылар җыр җырлый.', 'tt'],
  ['sr', 'Ќе дојдеме во ноќта, зашто куќата е ѕидана од ѓаволски камен, а среќата е во куќата.', 'mk'],
  ['bg', 'Дӯкони мо рӯзи ҷумъа кушода аст. Модари ӯ ҷавон буд ва дӯстони ҷонӣ дошт.', 'tg'],
  ['be', 'Манай дэлгүүр өдөр бүр нээлттэй. Өнөөдөр үдээс хойш өрөө түрээслүүлнэ, үнэ өөр.', 'mn'],
  ['be', 'Биздин дүкөн күн сайын ачык. Жаңы өрүк, таңкы сүт жана өңдүү кездеме, баңды көрүңүз, күңгө.', 'ky'],
  ['ru', 'Сирень цветёт у самого дома, и каждый вечер мы пьём чай в саду.', 'ru'],
  [
    'ru',
    'В музее выставлен кувшин мастера Қ., а рядом лежит книга о Ғ. и его друзьях в старом городе.',
    'ru',
  ],
  ['fa', 'زموږ پلورنځی هره ورځ خلاص دی، ښه خواړه، ښایسته جامې او ځانګړې څوکۍ پکې شته، ښه راغلاست.', 'ps'],
  ['it', 'Ĉiu ŝipo havas ŝipestron; ĝi haltas ĉe la ŝtuparo, kaj ĵaŭde oni aĉetas ĉerizojn.', 'eo'],
  ['is', 'Tað er gott at hoyra, at øll børn og bøkur eru í bygdini, har vit búgva í høvuðsbýnum.', 'fo'],
  ['is', 'Verslunin er opin alla daga og þar fæst brauð, mjólk og góður ostur.', 'is'],
  ['fr', 'Le chef René reçoit chaque été à Nîmes, où l’œuvre de son père est connue.', 'fr'],
])('text that is reported as %s: %s is %s', (reported, text, language) => {
  expect(languageByLetters(reported, text)).toBe(language);
});

test('a text in a language without a code, or of one alphabet with others, has no name', () => {
  expect(
    languageByLetters(
      'be',
      'Бүгүн күн ылаас, киһи барыта таһырдьа, оҕолор оонньууллар, оҕонньор олорор, оҕус.',
    ),
  ).toBeNull();
});

test.each([
  ['Toko kami buka setiap hari karena banyak tamu datang, dan semua barang bisa dipesan.', 'id'],
  ['Kedai kami dibuka setiap hari kerana ramai tetamu datang, iaitu dari pagi hingga malam.', 'ms'],
  ['Rumah makan di tepi danau.', 'id'],
])('%s', (text, language) => {
  expect(indonesianOrMalay(text)).toBe(language);
});

test.each([
  ['本站收集 GitHub, Telegram 和 Twitter 上的免费资源，适合大家学习使用。', 'zh'],
  ['當店の GitHub ページへようこそ。使い方はこちらです。', 'ja'],
  ['ｶﾀﾛｸﾞ請求', 'ja'],
  ['우리 가게의 GitHub 페이지에 오신 것을 환영합니다 (漢字).', 'ko'],
  ['The character 水 means water in Chinese, and also in Japanese.', null],
  ['דף הבית: Shimano, חנות אופניים וגלגלים', 'he'],
  ['דאָס איז אַ קליינע קראָם אין דער אַלטער שטאָט', 'yi'],
  ['Το μικρό κατάστημα Shimano', 'el'],
  ['', null],
])('by its script %j is in %s', (text, language) => {
  expect(languageByScript(text)).toBe(language);
});

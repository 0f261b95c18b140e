// Recognises the pages that sites of any kind have, by their names in some thirty languages.
import {
  type LegalPageKind,
  mayNameOwnerPage,
  type OwnerPageKind,
  ownerPageByText,
  ownerPageByUrl,
  Phrases,
  wordsOf,
} from '@sitegrep/site';
import { Literals } from '../literals.ts';

/** A legal page, or one with contact details. */
export type NamedPage = LegalPageKind | 'contact';

type PhraseKind = Exclude<LegalPageKind, 'imprint'>;

/** Names as people write them, in lower case; diacritics, blanks and hyphens are ignored. */
const PHRASES: Readonly<Record<PhraseKind, readonly string[]>> = {
  privacy: [
    'privacy, privacy policy, privacy notice, privacy statement, our privacy policy, your privacy, privacy center, privacy centre, privacy rights, privacy information, privacy practices, online privacy policy, website privacy policy',
    'privacy and cookies, privacy & cookies, privacy and cookie policy, privacy & cookie policy, privacy & cookies policy, privacy and cookies policy, cookies and privacy, cookies & privacy, privacy cookies, cookie and privacy policy, cookie & privacy policy, privacy cookie policy, privacy and security, privacy & security, data protection, data protection policy, data privacy, data policy, privacy & legal, privacy and legal, gdpr, gdpr policy, notice of privacy practices, privacy policy & cookies',
    'privacy & terms, privacy and terms, terms and privacy, terms & privacy, privacy policy terms, privacy and terms of use, privacy policy and terms, terms of service and privacy policy, terms of use and privacy policy, privacy terms, terms privacy, privacy policy terms of use, privacy policy and terms of use, privacy policy & terms of use, privacy policy terms of service',
    'datenschutz, datenschutzerklärung, datenschutzhinweise, datenschutzhinweis, datenschutzbestimmungen, datenschutzinformationen, datenschutzinformation, datenschutzrichtlinie, datenschutzrichtlinien, informationen zum datenschutz, hinweise zum datenschutz, datenschutz und cookies, datenschutz cookies, datenschutz impressum, privatsphäre, privatsphäre und datenschutz, datenschutzerklärung und cookies',
    'confidentialité, politique de confidentialité, politique de confidentialite, charte de confidentialité, vie privée, protection de la vie privée, politique de vie privée, respect de la vie privée, données personnelles, protection des données, protection des données personnelles, politique de protection des données, charte de protection des données, données personnelles et cookies, confidentialité et cookies, rgpd, politique de données personnelles, gestion des données personnelles, charte données personnelles, politique de confidentialité et cookies',
    'privacidad, política de privacidad, politica de privacidad, aviso de privacidad, protección de datos, política de protección de datos, política de privacidad y cookies, política de datos, tratamiento de datos, política de tratamiento de datos, privacidad y cookies, política de privacitat, privacitat, protecció de dades, pribatutasun politika, política de privacidade, privacidade, protección de datos personales',
    'privacidade, política de privacidade, politica de privacidade, aviso de privacidade, proteção de dados, política de proteção de dados, política de privacidade e cookies, lgpd, política de privacidade e proteção de dados',
    'informativa privacy, informativa sulla privacy, privacy e cookie, privacy e cookies, privacy policy e cookies, trattamento dei dati, trattamento dei dati personali, protezione dei dati, protezione dati, tutela della privacy, politica sulla privacy, norme sulla privacy, informativa sulla privacy e sui cookie, normativa privacy',
    'privacybeleid, privacyverklaring, privacy verklaring, privacy statement, privacyreglement, privacy en cookies, privacy- en cookiebeleid, privacy beleid, gegevensbescherming, privacy en cookieverklaring, privacy cookie statement',
    'privatlivspolitik, persondatapolitik, persondata, beskyttelse af persondata, databeskyttelse, behandling af personoplysninger, privatliv, cookie og privatlivspolitik, cookie- og privatlivspolitik, privatlivs og cookiepolitik',
    'integritetspolicy, personuppgifter, personuppgiftspolicy, behandling av personuppgifter, integritet, dataskydd, dataskyddspolicy, om personuppgifter, hantering av personuppgifter, så hanterar vi personuppgifter, integritetspolicy och cookies, sekretesspolicy',
    'personvern, personvernerklæring, personvernerklaering, personvernpolicy, personvern og cookies, personvern og informasjonskapsler, personopplysninger',
    'tietosuoja, tietosuojaseloste, tietosuojakäytäntö, rekisteriseloste, yksityisyydensuoja, tietosuojalauseke, tietosuoja ja evästeet, tietosuojaselosteet, persónuvernd, persónuverndarstefna, privaatsus, privaatsuspoliitika, isikuandmete töötlemine, privātuma politika, privatuma politika, privatumo politika, asmens duomenų apsauga',
    'polityka prywatności, prywatność, ochrona danych osobowych, rodo, polityka prywatności i cookies, ochrona danych, klauzula rodo, polityka prywatności i plików cookies, informacja o przetwarzaniu danych osobowych',
    'ochrana osobních údajů, zásady ochrany osobních údajů, zpracování osobních údajů, ochrana soukromí, osobní údaje, zásady zpracování osobních údajů, ochrana osobných údajov, zásady ochrany osobných údajov, spracovanie osobných údajov, spracúvanie osobných údajov, ochrana súkromia',
    'adatvédelem, adatvédelmi nyilatkozat, adatkezelési tájékoztató, adatvédelmi tájékoztató, adatkezelés, adatvédelmi szabályzat, adatkezelési szabályzat, adatvédelmi irányelvek',
    'confidențialitate, politica de confidențialitate, politica de confidentialitate, protecția datelor, protectia datelor, prelucrarea datelor, date cu caracter personal, prelucrarea datelor cu caracter personal, protecția datelor personale, politica de confidențialitate gdpr',
    'politika privatnosti, zaštita podataka, zaštita osobnih podataka, privatnost, pravila privatnosti, zaštita privatnosti, izjava o privatnosti, politika zasebnosti, zasebnost, varstvo osebnih podatkov, varovanje osebnih podatkov, izjava o zasebnosti, pravilnik o zasebnosti, politika e privatësisë, privatësia',
    'поверителност, политика за поверителност, защита на личните данни, лични данни, политика за защита на личните данни, политика приватности, политика на приватност, заштита података',
    'политика конфиденциальности, конфиденциальность, персональные данные, обработка персональных данных, политика обработки персональных данных, защита персональных данных, согласие на обработку персональных данных, политика в отношении обработки персональных данных, политика персональных данных, политика приватности, політика конфіденційності, конфіденційність, захист персональних даних, персональні дані',
    'πολιτική απορρήτου, απόρρητο, προσωπικά δεδομένα, προστασία προσωπικών δεδομένων, πολιτική προστασίας προσωπικών δεδομένων, προστασία δεδομένων, gizlilik, gizlilik politikası, gizlilik sözleşmesi, kvkk, kişisel verilerin korunması, kişisel veriler, kvkk aydınlatma metni, gizlilik ve güvenlik, gizlilik bildirimi, aydınlatma metni, gizlilik ilkeleri, gizlilik ve çerez politikası',
    'プライバシーポリシー, プライバシー, 個人情報保護方針, 個人情報の取り扱いについて, 個人情報の取扱いについて, 個人情報保護, 個人情報取扱いについて, 個人情報の取り扱い, 隐私政策, 隐私, 隐私声明, 隐私保护, 隐私条款, 隐私权政策, 隱私權政策, 隱私政策, 隱私權, 隱私權保護政策, 隱私權聲明, 개인정보처리방침, 개인정보 처리방침, 개인정보취급방침, 개인정보 취급방침, 개인정보보호정책',
    'سياسة الخصوصية, الخصوصية, بيان الخصوصية, حریم خصوصی, سیاست حفظ حریم خصوصی, מדיניות פרטיות, מדיניות הפרטיות, פרטיות, kebijakan privasi, privasi, dasar privasi, chính sách bảo mật, chính sách quyền riêng tư, bảo mật thông tin, chính sách riêng tư, นโยบายความเป็นส่วนตัว, गोपनीयता नीति, gopniyata niti, privasipolitikk',
  ],
  terms: [
    'terms, terms of use, terms of service, terms and conditions, terms & conditions, terms conditions, terms of sale, conditions of use, conditions of sale, conditions, t&c, t&cs, t&c’s, tos, user agreement, terms and conditions of use, terms and conditions of sale, website terms, website terms of use, terms of website use, site terms, general terms and conditions, general terms, general conditions, subscriber agreement, subscription agreement, visitor agreement, legal terms, service terms, member agreement, usage policy, use policy, website terms and conditions, terms of business, terms and policies, terms & policies, user terms, rules, eula, license agreement, acceptable use policy',
    'agb, agbs, agb’s, allgemeine geschäftsbedingungen, nutzungsbedingungen, allgemeine nutzungsbedingungen, geschäftsbedingungen, nutzungsbestimmungen, teilnahmebedingungen, verkaufsbedingungen, allgemeine verkaufsbedingungen, agb und widerruf, agb und kundeninformationen, unsere agb, agb widerrufsrecht, liefer und zahlungsbedingungen',
    'cgu, cgv, conditions générales, conditions générales d’utilisation, conditions générales de vente, conditions d’utilisation, conditions de vente, cgv cgu, cgu cgv, conditions générales d’utilisation et de vente, termes et conditions, modalités d’utilisation, conditions d’usage, conditions générales de ventes',
    'términos y condiciones, términos de uso, condiciones de uso, condiciones generales, condiciones de servicio, condiciones de venta, términos del servicio, condiciones legales, términos, condiciones generales de venta, condiciones generales de uso, condiciones generales de contratación, términos y condiciones de uso, términos legales, condicions d’ús, condicions generals, bases legales, bases y condiciones, condiciones de compra',
    'termos de uso, termos e condições, termos de serviço, condições gerais, condições de utilização, condições de uso, termos de utilização, termos, termos e condições de uso, condições gerais de venda, termos de uso e privacidade, termos e políticas, termos e condições de utilização',
    'termini e condizioni, condizioni d’uso, condizioni generali, condizioni di vendita, condizioni generali di vendita, termini d’uso, termini di servizio, condizioni di utilizzo, termini di utilizzo, termini e condizioni d’uso, condizioni, condizioni generali di utilizzo',
    'algemene voorwaarden, gebruiksvoorwaarden, voorwaarden, leveringsvoorwaarden, verkoopvoorwaarden, gebruikersvoorwaarden, algemene voorwaarden en privacy, servicevoorwaarden',
    'handelsbetingelser, vilkår, vilkår og betingelser, betingelser, forretningsbetingelser, salgs og leveringsbetingelser, brugerbetingelser, brugsbetingelser, villkor, köpvillkor, användarvillkor, allmänna villkor, användarvillkor, leveransvillkor, kjøpsvilkår, salgsbetingelser, brukervilkår, vilkår for bruk, salgsvilkår',
    'käyttöehdot, toimitusehdot, ehdot, sopimusehdot, tilausehdot, tilaus ja toimitusehdot, yleiset ehdot, skilmálar, notendaskilmálar, kasutustingimused, tingimused, müügitingimused, ostutingimused, lietošanas noteikumi, noteikumi, naudojimo sąlygos, taisyklės, pirkimo taisyklės, pirkimo pardavimo taisyklės, naudojimosi taisyklės',
    'regulamin, regulamin sklepu, regulamin serwisu, warunki korzystania, ogólne warunki, regulaminy, regulamin strony, zasady korzystania, warunki użytkowania, regulamin zakupów',
    'obchodní podmínky, všeobecné obchodní podmínky, podmínky použití, podmínky užití, všeobecné podmínky, podmínky, obchodné podmienky, všeobecné obchodné podmienky, podmienky používania, reklamačný poriadok, vop, pravidla',
    'ászf, általános szerződési feltételek, felhasználási feltételek, szerződési feltételek, vásárlási feltételek, jogi nyilatkozat, termeni și condiții, termeni si conditii, termeni de utilizare, condiții de utilizare, termeni, termeni şi condiţii, conditii generale, regulament',
    'uvjeti korištenja, opći uvjeti, uvjeti poslovanja, uvjeti kupnje, opći uvjeti poslovanja, uslovi korišćenja, uslovi koriscenja, pravila korištenja, pogoji uporabe, splošni pogoji, splošni pogoji poslovanja, pogoji poslovanja, opšti uslovi, uslovi korištenja, kushtet e përdorimit, kushtet',
    'условия, общи условия, условия за ползване, условия использования, пользовательское соглашение, правила, публичная оферта, договор оферты, оферта, правила сайта, правила пользования, условия продажи, правила использования, договор публичной оферты, условия использования сайта, правила пользования сайтом, угода користувача, умови використання, користувацька угода, публічна оферта, договір оферти, правила користування, услови коришћења, услови за користење',
    'όροι χρήσης, όροι, όροι και προϋποθέσεις, όροι συμμετοχής, kullanım koşulları, kullanım şartları, üyelik sözleşmesi, mesafeli satış sözleşmesi, şartlar ve koşullar, hizmet şartları, kullanıcı sözleşmesi, koşullar, kullanım sözleşmesi',
    '利用規約, ご利用規約, ご利用条件, ご利用にあたって, 会員規約, サイトポリシー, 服务条款, 使用条款, 用户协议, 服務條款, 使用條款, 会员条款, 网站声明, 法律声明, 免责声明, 服务协议, 用户服务协议, 使用者條款, 이용약관, 서비스 이용약관, 회원약관, 이용안내 약관',
    'شروط الاستخدام, الشروط والأحكام, شروط وأحكام, شروط الخدمة, اتفاقية الاستخدام, قوانین و مقررات, شرایط استفاده, شرایط و قوانین, تنאי שימוש, תנאי שימוש, תנאי השימוש, תקנון, תקנון האתר, syarat dan ketentuan, syarat & ketentuan, ketentuan layanan, ketentuan penggunaan, terma dan syarat, điều khoản sử dụng, điều khoản, điều khoản dịch vụ, điều khoản và điều kiện, ข้อกำหนดและเงื่อนไข, เงื่อนไขการใช้งาน, ข้อตกลงการใช้งาน, नियम और शर्तें, उपयोग की शर्तें',
  ],
  cookies: [
    'cookies, cookie policy, cookies policy, cookie notice, cookie statement, cookie declaration, use of cookies, our cookie policy, about cookies, cookie information, cookie consent policy, cookie-richtlinie, cookie richtlinien, cookie richtlinie eu, cookie-erklärung, cookies hinweis, cookie hinweise, politique de cookies, politique des cookies, politique cookies, gestion des cookies, politique relative aux cookies, charte cookies, utilisation des cookies',
    'política de cookies, politica de cookies, aviso de cookies, cookies policy es, uso de cookies, informativa cookie, informativa cookies, informativa sui cookie, politica dei cookie, politica sui cookie, cookie policy ue, cookiebeleid, cookieverklaring, cookie verklaring, cookie beleid, cookiebeleid eu, cookiepolitik, cookie politik, om cookies, cookiepolicy, kakor, om kakor, informasjonskapsler, bruk av cookies, evästeet, evästekäytäntö, tietoa evästeistä',
    'polityka cookies, pliki cookies, polityka plików cookies, zásady cookies, zásady používání cookies, používanie cookies, zásady používania súborov cookies, süti szabályzat, sütik, cookie szabályzat, politica cookie, politica de utilizare cookie, politica cookies, pravila o kolačićima, kolačići, politika kolačića, piškotki, o piškotkih, бисквитки, политика за бисквитки, файлы cookie, политика cookie, использование cookie, политика использования файлов cookie, πολιτική cookies, çerez politikası, çerezler, slapukai, slapukų politika, küpsised, sīkdatnes, クッキーポリシー, cookieポリシー, 쿠키 정책, cookie政策, kebijakan cookie, chính sách cookie',
  ],
};

const MAX_TEXT = 90;
const KINDS = new Phrases(
  (['cookies', 'terms', 'privacy'] as const).flatMap((kind) =>
    PHRASES[kind].flatMap((line) => line.split(', ').map((phrase) => [phrase, kind] as const)),
  ),
);

/**
 * The page that the complete text of a link names, such as `Privacy Policy`; null if it names none.
 *
 * @param owner the page about the owner that it names, as `ownerPageByText` gives it
 */
export function namedPageByText(text: string, owner: OwnerPageKind | null): NamedPage | null {
  const legal = text.length > MAX_TEXT * 2 ? null : KINDS.ofText(text);
  return legal ?? (owner === 'about' ? null : owner);
}

/** Tells whether the text of a link, from `start` to `end` of a source, may name a legal page or one about the owner; false for nearly all that do not. */
export function mayNamePageByText(source: string, start: number, end: number): boolean {
  return mayNameOwnerPage(source, start, end) || KINDS.mayBe(source, start, end);
}

/** Parts of words in the addresses of such pages; others need no further test. */
const CUES = new Literals(
  (
    'priva daten datos dados donnees osob personv integritet tietosuoja adat prywat confiden konfid zasebn gdpr ' +
    'rgpd rodo lgpd kvkk gizlilik term agb cgu cgv condi condizi voorwaard vilk villkor ehdot aszf regulam podm ' +
    'uvjet uslov pogoj oferta kosul /tos -tos _tos =tos cookie impres imprint legal colof kunye tokusho disclaim nutzung geschaefts ' +
    'contact kontakt contat iletisim yhteys kapcsolat'
  ).split(' '),
);

/**
 * The page that an address names by the last part of its path, such as `/privacy-policy.html` or `/acme-privacy/`; null if it
 * names none.
 */
export function namedPageByUrl(href: string): NamedPage | null {
  const url = mayNamePage(href) ? URL.parse(href) : null;
  if (url === null) return null;
  const last = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (last === '' || last.length > MAX_TEXT) return null;
  const words = wordsOf(last.replace(/\.[a-z]{2,5}$/i, ''));
  const legal = KINDS.ofWords(words) ?? withoutBrand(words);
  if (legal !== null) return legal;
  // A word beside these names makes something else of them: `/government-legal/` is about law.
  const owner =
    ownerPageByText(words.replaceAll('-', ' ')) ?? (url.search === '' ? null : ownerPageByUrl(url));
  return owner === 'about' ? null : owner;
}

/** Names that mean something else as well, such as a kind of biscuits. */
const AMBIGUOUS = new Set(
  'cookies rules conditions pravidla regulament правила taisykles noteikumi ehdot'.split(' '),
);

/** Whether the text of a link names such a page only in the footer, or if its address does so as well. */
export function isAmbiguousName(text: string): boolean {
  return AMBIGUOUS.has(wordsOf(text));
}

/** Whether an address, absolute or not, may name such a page. Cheap, and false for nearly all. */
export function mayNamePage(href: string): boolean {
  if (href.length > 300) return false;
  const segment = /[?#]|\/\/$/.test(href) ? 0 : href.lastIndexOf('/', href.length - 2);
  return CUES.isIn(href.slice(Math.max(segment, 0, href.length - MAX_TEXT)).toLowerCase());
}

/** A name with one word before or after it, which is often that of the firm. */
function withoutBrand(words: string): PhraseKind | null {
  const first = words.indexOf('-');
  if (first === -1) return null;
  for (const part of [words.slice(first + 1), words.slice(0, words.lastIndexOf('-'))]) {
    const kind = KINDS.ofWords(part);
    if (kind !== null && part.includes('-')) return kind;
  }
  return null;
}

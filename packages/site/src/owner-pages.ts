// Recognises pages about the owner of a site, by words in paths and links in many languages.
import { Phrases, wordsOf } from './phrases.ts';

/** Kinds of pages about the owner, the most useful first: legal notice, contact, description. */
export const OWNER_PAGE_KINDS = ['imprint', 'contact', 'about'] as const;

export type OwnerPageKind = (typeof OWNER_PAGE_KINDS)[number];

/** A link to a page about the owner of the site. */
export interface OwnerLink {
  readonly url: string;
  readonly kind: OwnerPageKind;
}

/** Phrases as people write them, in lower case; diacritics, blanks and hyphens are ignored. */
const PHRASES: Readonly<Record<OwnerPageKind, readonly string[]>> = {
  imprint: [
    'imprint, impressum, site notice, legal, legal notice, legal notices, legal information, legal info, company details, company information',
    'impressum agb, anbieterkennzeichnung, offenlegung, rechtliches, rechtliche hinweise',
    'mentions légales, mention légale, informations légales, infos légales, éditeur',
    'aviso legal, información legal, nota legal, avís legal, informações legais, informação legal, expediente',
    'note legali, informazioni legali, dati societari, colofon, colophon, juridische informatie, bedrijfsgegevens',
    'impresum, tiráž, impresszum, informacje prawne, nota prawna, stopka redakcyjna, právní informace, provozovatel',
    'yasal uyarı, künye, реквизиты, rekvizity, правовая информация, выходные данные, юридическая информация',
    '特定商取引法に基づく表記, 特定商取引法, 特定商取引に基づく表記, tokushoho, tokusho, 运营者信息, 법적고지',
  ],
  contact: [
    'contact, contacts, contact us, contact form, contact info, contact details, contacting us, get in touch, reach us, find us, contact page, write to us',
    'kontakt, kontakte, kontaktformular, kontaktieren, kontaktdaten, anfahrt, so erreichen sie uns, kontakt impressum, impressum kontakt',
    'contactez nous, nous contacter, nous écrire, nous trouver, contacter',
    'contacto, contactos, contáctanos, contáctenos, contacta, contacte, contactar, dónde estamos, fale conosco, contato, entre em contato, contacte nos, localização',
    'contatti, contattaci, contatto, dove siamo, contacteer ons, neem contact op',
    'kontakt os, kontakta oss, kontakt oss, ota yhteyttä, yhteystiedot, hafa samband, hafðu samband',
    'kontakty, skontaktuj się, napisz do nas, kapcsolat, elérhetőség, elérhetőségek, contactează ne, date de contact, kontaktai, kontakti, kontaktid',
    'iletişim, bize ulaşın, bizimle iletişime geçin, επικοινωνία, epikoinonia, контакт, контакти, контакты, свяжитесь с нами, обратная связь, зв’язок, svyaz',
    'اتصل بنا, تواصل معنا, تماس با ما, צור קשר, צרו קשר, hubungi kami, kontak, liên hệ, lien he, ติดต่อเรา, ติดต่อ, संपर्क, संपर्क करें',
    'お問い合わせ, お問合せ, お問い合せ, 問い合わせ, inquiry, enquiry, toiawase, contactus, 联系我们, 聯絡我們, 联系方式, 聯繫我們, lianxi, lianxiwomen, lxwm, 문의, 문의하기, 연락처, 오시는 길',
  ],
  about: [
    'about, about us, about me, about the company, company, our company, the company, our story, our team, team, meet the team, who we are, company profile, what we do, our mission, staff, corporate',
    'über uns, ueber uns, uber uns, über mich, ueber mich, wir über uns, das team, unser team, unternehmen, firma, das unternehmen, verein, wer wir sind',
    'à propos, a propos de nous, qui sommes nous, notre histoire, notre équipe, l’entreprise, la société, entreprise, présentation, l’association',
    'sobre nosotros, quiénes somos, nosotros, acerca de, la empresa, empresa, conócenos, sobre mí, qui som, sobre nós, quem somos, a empresa, sobre, institucional',
    'chi siamo, chi sono, azienda, l’azienda, la nostra storia, over ons, wie zijn wij, ons team, over mij, het bedrijf',
    'om os, om oss, om mig, om meg, hvem er vi, meistä, tietoa meistä, yritys, um okkur, om',
    'o nas, o firmie, kim jesteśmy, o nás, kdo jsme, o spolocnosti, o společnosti, rólunk, cégünk, bemutatkozás, despre noi, cine suntem, apie mus, par mums, meist, o nama, tko smo',
    'hakkımızda, hakkinda, kurumsal, biz kimiz, σχετικά με εμάς, ποιοι είμαστε, σχετικά, poioi eimaste, о нас, о компании, про нас, за нас, o kompanii, kompaniya, pro nas, za nas',
    'من نحن, عن الشركة, معلومات عنا, درباره ما, אודות, אודותינו, tentang kami, tentang, về chúng tôi, gioi thieu, giới thiệu, เกี่ยวกับเรา, हमारे बारे में',
    '会社概要, 会社案内, 会社情報, 企業情報, 運営会社, 私たちについて, 当社について, gaiyou, kaisha, 关于我们, 關於我們, 公司简介, 公司介紹, 关于, guanyu, guanyuwomen, gywm, 회사소개, 회사 소개, 소개',
  ],
};

/** Maximum length of a link's text; longer ones are about something else as well. */
const MAX_TEXT = 60;
const KINDS = new Phrases(
  // A phrase of several kinds belongs to the first.
  OWNER_PAGE_KINDS.toReversed().flatMap((kind) =>
    PHRASES[kind].flatMap((line) => line.split(', ').map((phrase) => [phrase, kind] as const)),
  ),
);

/** The kind of page that the complete text of a link names, such as `Über uns`; null if it names none. */
export function ownerPageByText(text: string): OwnerPageKind | null {
  return text.length > MAX_TEXT ? null : KINDS.ofText(text);
}

/** Tells whether the text of a link, from `start` to `end` of a source, may name a page about the owner; false for nearly all that do not. */
export function mayNameOwnerPage(source: string, start: number, end: number): boolean {
  return KINDS.mayBe(source, start, end);
}

/**
 * The kind of page that a URL names by the last segment of its path (`/de/kontakt.html`, `/contact-acme/`, `/contact2`), or
 * by a complete value of its query (`?page=imprint`); null if it names none.
 */
export function ownerPageByUrl(url: URL): OwnerPageKind | null {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const last = decoded(segments.at(-1) ?? '')
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/[-_]?\d{1,2}$/, '');
  if (last !== '' && last.length <= MAX_TEXT) {
    const kind = within(wordsOf(last));
    if (kind !== null) return kind;
  }
  if (url.search === '') return null;
  for (const value of url.searchParams.values()) {
    const kind = ownerPageByText(value);
    if (kind !== null) return kind;
  }
  return null;
}

/**
 * A phrase, possibly with a word before or after it. Most phrases of `about` mean something else with another
 * word.
 */
function within(text: string): OwnerPageKind | null {
  const exact = KINDS.ofWords(text);
  if (exact !== null) return exact;
  const first = text.indexOf('-');
  if (first < 0) return null;
  for (const part of [text.slice(0, text.lastIndexOf('-')), text.slice(first + 1)]) {
    const kind = KINDS.ofWords(part);
    if (kind !== null && (kind !== 'about' || part === 'about' || part.includes('-'))) return kind;
  }
  return null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The percent-encoding is not UTF-8, so the segment is used as written.
    return segment;
  }
}

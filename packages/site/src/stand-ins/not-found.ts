// Pages that say that there is no page, by their title, their text, and a heading or a class of their own.

/** Patterns of sentences by which pages say that there is no page, in the languages of most of them. */
const PHRASES: readonly string[] = [
  String.raw`(?:this |the |that |requested |your )*(?:page|site|url|file|content|document|resource) (?:(?:you|that you)[^.]{0,40} )?(?:(?:was|is|could|can|has|were|does)(?: ?not|n['’]t) ?(?:be |been )?(?:found|exist|available)|not found|(?:can|could)not be found|no longer exists|doesn['’]t exist|missing)`,
  'not found',
  'nothing (?:was )?found',
  String.raw`we can['’]?t find (?:the|that|this) page`,
  '(?:diese |die )?(?:angeforderte )?seite (?:wurde |konnte |ist )?(?:leider )?nicht (?:gefunden|vorhanden|verfügbar)',
  '(?:cette )?page (?:est )?(?:introuvable|non trouvée|inexistante|inconnue)',
  'página no (?:encontrada|existe|disponible)',
  'pàgina no trobada',
  'página (?:não encontrada|inexistente)',
  'pagina (?:non trovata|inesistente)',
  'pagina (?:is )?niet gevonden',
  'sid(?:an|en) (?:kunde inte hittas|hittades inte|finns inte|(?:blev )?ikke fundet|ble ikke funnet|finnes ikke)',
  'sivua ei löyt(?:ynyt|y)',
  'strona nie (?:została (?:znaleziona|odnaleziona)|istnieje)',
  'nie znaleziono strony',
  'stránka (?:nebyla )?(?:nenalezena|nalezena|neexistuje|sa nenašla)',
  'az oldal nem található',
  'pagina nu (?:a fost găsită|există)',
  'страниц[аы] не (?:найдена|существует)',
  'сторінк[ау] не знайдено',
  'страницата не е намерена',
  'stranica nije pronađena',
  'η σελίδα δεν βρέθηκε',
  'sayfa bulunamadı',
  'trang không tồn tại',
  'halaman tidak ditemukan',
  'ไม่พบหน้า',
  '页面(?:不存在|未找到|没有找到)',
  '找不到(?:页面|頁面|该页)',
  '頁面不存在',
  'ページが(?:見つかりません|存在しません)',
  '페이지를 찾을 수 없습니다',
  'הדף לא נמצא',
  'الصفحة غير موجودة',
];
const NOT_FOUND = `(?:${PHRASES.join('|')})`;

const SEPARATOR = /\s*(?:[|–—·•»«]|\s-\s|:\s|::)\s*/;
/** The number, with words that add nothing. */
const NUMBER =
  /^(?:error|http|fehler|erreur|ошибка|chyba|errore|code|status)?\s*(?:code|error)?\s*#?404(?:\s*(?:error|fehler|page))?[!.]?$/i;
const PHRASE = new RegExp(
  String.raw`^(?:oops|ups|sorry|hoppla|whoops|uh[- ]oh)?[!.,…]*\s*(?:(?:error|http|fehler)?\s*404)?[\s!.,:()–-]*(?:${NOT_FOUND})[!.… )]*$`,
  'i',
);
const SAYS = new RegExp(NOT_FOUND, 'i');
const HEADING = /<(h[1-3])\b[^>]{0,200}>([^]{0,600}?)<\/\1\s*>/gi;
/** Classes by which themes and frameworks mark such a page, and statuses for crawlers. */
const MARK =
  /\s(?:class|id)\s*=\s*["'][^"']{0,400}(?<![\w-])(?:error-?404|error404|page-404|page404|not-?found(?:-page)?|page-not-found|is-404|template-404|next-error-h1|err(?:or)?-page|pagenotfound)(?![\w-])|<meta[^>]{1,200}prerender-status-code[^>]{1,200}404/i;
/** Pages that tell of something: such a page may be about pages that are not found. */
const TELLS = /<meta[^>]{1,200}og:type["'][^>]{1,200}["'](?:article|product|video)/i;

/** Maximum headings that are looked at. */
const MAX_HEADINGS = 10;

/** Whether a page says that there is no page. @param text visible text */
export function saysNotFound(title: string, source: string, text: string): boolean {
  const parts = title.split(SEPARATOR).map((part) => part.trim());
  if (![title, ...parts].some((part) => NUMBER.test(part) || PHRASE.test(part))) return false;
  if (!SAYS.test(text) || TELLS.test(source)) return false;
  return MARK.test(source) || hasHeading(source);
}

function hasHeading(source: string): boolean {
  let left = MAX_HEADINGS;
  for (const [, , content = ''] of source.matchAll(HEADING)) {
    const heading = content
      .replaceAll(/<[^>]{0,200}>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (NUMBER.test(heading) || PHRASE.test(heading)) return true;
    left -= 1;
    if (left === 0) return false;
  }
  return false;
}

// Answers that are something else than a text file, by how they look: HTML in any dress, objects of JSON, errors in XML, programs,
// words that there is nothing.
import { binaryFormatOf } from '../binary-format.ts';
import type { FileAnswer } from './files.ts';

/** Types of texts, and those that state nothing. Whatever else is stated, the answer is not a text file. */
const TEXT_TYPES =
  /^(?:text\/(?!css$|javascript$|calendar$|x-component$).*|application\/(?:octet-stream|x-download|force-download|download|txt|text|x-unknown|binary|markdown|unknown)|binary\/octet-stream|unknown\/unknown|\*\/\*|plain\/text|txt\/plain)$/;

/** The words for an answer that is something else than a text file; null if it may be one. @param isJson whether it has to be JSON */
export function strangerIn({ type, text }: FileAnswer, isJson: boolean): string | null {
  const start = text.trimStart().slice(0, MAX_START);
  const binary = binaryFormatOf(Uint8Array.from(start.slice(0, 16), (character) => character.charCodeAt(0)));
  if (binary !== null || isBinary(start)) return 'it is not text';
  if (isMarkup(start, type)) return 'it is a page of HTML or XML';
  if (isJson) return null;
  if (type !== null && !TEXT_TYPES.test(type)) return `it is of type ${type.slice(0, 100)}`;
  if (/^[[{]\s*(?:["{[\]}]|$)/.test(start)) return 'it is JSON';
  if (PROGRAM.test(start)) return 'it is a program';
  return saysNothing(text) ? 'it says that there is nothing' : null;
}

/** Characters at the start that are looked at. */
const MAX_START = 8_192;
/** Share of control characters, and of those that no encoding gave, from which on a text is none. */
const MAX_CONTROLS = 0.02;

function isBinary(start: string): boolean {
  const controls = start.match(/[^\P{Cc}\s]|\uFFFD/gu)?.length ?? 0;
  return controls > start.length * MAX_CONTROLS;
}

/** Elements that pages have, and texts hardly ever, but for examples in Markdown. */
const ELEMENTS =
  /<(?:!doctype|html|head|body|title|script|style|meta|link|iframe|div|form|table|h1|center|br)\b[^<]{0,500}>/i;
const ESCAPED = /^(?:["'(]*)(?:&lt;|\\u003c|%3c)\s*(?:!doctype|html|head|body|script|\?xml)/i;

function isMarkup(start: string, type: string | null): boolean {
  if (/^["'(]*<[!?/a-z]/i.test(start) || ESCAPED.test(start)) return true;
  const isHtmlType = type === 'text/html' || type === 'application/xhtml+xml';
  const plain = withoutExamples(start);
  return isHtmlType ? ELEMENTS.test(plain) : PAGE.test(plain.slice(0, MAX_LEADING));
}

/** Characters that may come before a page, such as the warnings of a program. */
const MAX_LEADING = 2_048;
const PAGE = /<(?:!doctype\s+html|html[\s>]|head>|body[\s>])/i;

/** A text without the code of its examples, in which Markdown may show pages. */
function withoutExamples(text: string): string {
  return text.replaceAll(/```[^]*?(?:```|$)/g, '').replaceAll(/`[^`\n]{0,500}`/g, '');
}

/** Starts of scripts, style sheets and programs of servers. */
const PROGRAM =
  /^(?:(?:window|document|location|self)\s*[.=[(]|(?:var|let|const)\s+\w+\s*=|function\s*\w*\s*\(|\(function|!function|\(\(\)\s*=>|import\s+[\w{*]|export\s+|@charset\s|@import\s|[.#]?[\w-]+\s*\{\s*[\w-]+\s*:|\/\*!|#!\/|callback\(|\w+\(\{)/;

/** Maximum characters of an error in words. */
const MAX_ERROR = 1_500;

/** Words of errors, logins and blocks; an error begins with them or is hardly more. */
const ERRORS: readonly RegExp[] = [
  /^(?:#+\s*|\*+\s*|error[:\s-]*|http[/ ]?[\d.]*\s*|status[:\s]*|code[:\s]*)*(?:4\d\d|5\d\d)(?:\b|:)/i,
  /^\W*(?:sorry[,.! ]*|oops[,.! ]*|error[:,.! -]*|whoops[,.! ]*)*(?:(?:the|this|that|your|requested)\s+)*(?:(?:page|file|resource|document|site|url|content|object|path|key|host|account|domain|route|request)\b[^.\n]{0,80}?\s)?(?:(?:was|is|could|can|does|has)\s?(?:not|n['’]t)\s(?:be\s|been\s)?(?:found|exist|available|located|allowed|authori[sz]ed)|not\s+(?:found|available|allowed|authori[sz]ed|acceptable|implemented|configured)|no\s+such\s+(?:file|page|key|object)|unavailable|(?:no\s+longer|doesn['’]t)\s+exists?)/i,
  /^\W*(?:access\s+(?:is\s+)?denied|forbidden|unauthori[sz]ed|permission\s+denied|bad\s+(?:request|gateway)|gateway\s+time-?out|internal\s+server\s+error|service\s+(?:temporarily\s+)?unavailable|too\s+many\s+requests|under\s+(?:construction|maintenance)|coming\s+soon|site\s+(?:is\s+)?(?:off-?line|suspended|down)|account\s+suspended|(?:fatal|parse)\s+error|warning:|notice:|stack\s*trace|traceback|exception\b|undefined\s+(?:variable|index)|invalid\s+(?:request|url|host|path|route)|nothing\s+(?:here|found|to\s+see)|cannot\s+get\s|no\s+(?:route|input\s+file|content|data)\b|null$|undefined$|false$|true$|ok[.!]?$|pong$|hello[,!. ]|it\s+works)/i,
  /^\W*(?:(?:please|you\s+(?:must|need\s+to|have\s+to)|kindly)\s+)*(?:(?:be\s+)?(?:log|sign)(?:ged|ed)?[\s-]*(?:in|on)\b|login\b|authenticat|enable\s+(?:javascript|cookies)|verify\s+(?:you|that)|complete\s+the|checking\s+your\s+browser|session\s+(?:has\s+)?(?:expired|timed))/i,
  /^\W*(?:(?:diese |die |angeforderte )*(?:seite|datei) (?:wurde |konnte |ist )?(?:leider )?nicht|nicht gefunden|zugriff verweigert|page introuvable|fichier introuvable|accès refusé|página no |no encontrado|archivo no |acceso denegado|página não |não encontrad|acesso negado|pagina non trovata|accesso negato|pagina niet|niet gevonden|toegang geweigerd|sid(?:an|en) |strona nie|nie znaleziono|stránka ne|страниц|файл не|не найден|доступ запрещ|sayfa bulunamad|页面|找不到|未找到|頁面|ページが|見つかりません|페이지)/i,
];
const SHORT_ERROR =
  /\b(?:404|page not found|file not found|not found on this server|does not exist|access denied|log ?in to|sign ?in to|javascript|captcha|cloudflare|ray id|incident id|reference #|request id|support id|domain is (?:for sale|parked)|buy this domain|parked)\b/i;
/** Maximum characters of a text that is an error by one of these words anywhere. */
const MAX_SHORT = 300;

function saysNothing(text: string): boolean {
  const start = text.trim().slice(0, MAX_ERROR + 1);
  if (start.length > MAX_ERROR) return false;
  if (ERRORS.some((pattern) => pattern.test(start))) return true;
  return start.length <= MAX_SHORT && SHORT_ERROR.test(start);
}

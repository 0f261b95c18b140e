// What pages say while nothing is there: to wait, or to turn scripts on. The renderer reads it, too.

/** A sentence, up to its end. */
const SENTENCE = /[^.!?…。！？]+[.!?…。！？]*/g;
/** Requests to wait or to turn scripts on. */
const REQUEST =
  /java\s?script|\bloading\b|please wait|one moment|initiali[sz]ing|wird geladen|lädt\b|einen moment|just a moment|un instant|un momento|espere|aguarde|attendere|connecting|bitte warten|chargement|veuillez patienter|cargando|carregando|caricamento|laden\b|загрузка|подождите|ładowanie|yükleniyor|加载中|載入中|読み込み中|로딩/i;

/** Visible text without its sentences that ask to wait or to turn scripts on. */
export function withoutRequests(text: string): string {
  if (text.length > 5_000) return text;
  return (text.match(SENTENCE) ?? [])
    .filter((sentence) => sentence.length > 250 || !REQUEST.test(sentence))
    .join('')
    .trim();
}

/** Texts that announce another page. */
const NOTICE =
  /redirect|click here|moved|redirig|rediri[gj]|weiter(?:leitung|geleitet)|hier klicken|klicken sie hier|cliquez ici|haga clic|reindirizz|doorverwe|перенаправ|przekierow|yönlendir|跳转|リダイレクト/i;
/** Maximum characters of a text that says nothing more. */
const MAX_NOTICE = 300;

/** Whether a text announces another page, and is nothing more. */
export function announcesPage(text: string): boolean {
  return text.length <= MAX_NOTICE && NOTICE.test(text);
}

/** Whether a short text asks to wait for another one, or to turn scripts on, beside whatever else it says. */
export function asksToWait(text: string): boolean {
  return text.length <= MAX_NOTICE && REQUEST.test(text);
}

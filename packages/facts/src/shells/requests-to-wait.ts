// What pages say while nothing is there: to wait, or to turn scripts on. The renderer reads it, too.

/** A sentence, up to its end. */
const SENTENCE = /[^.!?…。！？]+[.!?…。！？]*/g;
/** Requests to wait or to turn scripts on. */
const REQUEST =
  /java\s?script|\bloading\b|please wait|one moment|initiali[sz]ing|wird geladen|bitte warten|chargement|veuillez patienter|cargando|carregando|caricamento|laden\b|загрузка|подождите|ładowanie|yükleniyor|加载中|載入中|読み込み中|로딩/i;

/** Visible text without its sentences that ask to wait or to turn scripts on. */
export function withoutRequests(text: string): string {
  if (text.length > 5_000) return text;
  return (text.match(SENTENCE) ?? [])
    .filter((sentence) => sentence.length > 250 || !REQUEST.test(sentence))
    .join('')
    .trim();
}

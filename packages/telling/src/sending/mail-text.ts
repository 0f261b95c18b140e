// The texts of a mail. All that comes from pages or users is escaped in its HTML, and has no line ends in its subject.
import { escapedMarkup } from '../markup.ts';
import { eventsOf, type Message } from '../message.ts';
import { eventSentence, fileOf, headline, reportNotes } from '../sentences.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT = 200;

export function mailText(message: Message): MailText {
  const title = headline(message).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const sentences = eventsOf(message).map(eventSentence);
  const { has_more: hasMore, report } = message.data;
  const more = [...(hasMore === true ? [MORE] : []), ...(report === undefined ? [] : reportNotes(report))];
  const file = fileOf(message);
  const text = sentences.map(
    ({ before, domain, after, url }) =>
      `- ${before}${domain}${after}${url === null ? '' : `\n  ${plain(url)}`}`,
  );
  const html = sentences.map(({ before, domain, after, url }) => {
    const name = escapedMarkup(domain);
    const link = url !== null && /^https?:/.test(url) ? `<a href="${escapedMarkup(url)}">${name}</a>` : name;
    return `<li>${before}${link}${escapedMarkup(after)}</li>`;
  });
  return {
    subject: title.length > MAX_SUBJECT ? `${title.slice(0, MAX_SUBJECT - 1)}…` : title,
    text: [
      title,
      '',
      ...text,
      ...more,
      ...(file === null ? [] : [`${file.words}: ${plain(file.url)}`]),
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head><body>',
      `<h1>${escapedMarkup(title)}</h1>`,
      ...(html.length === 0 ? [] : [`<ul>${html.join('')}</ul>`]),
      ...more.map((line) => `<p>${escapedMarkup(line)}</p>`),
      ...(file === null ? [] : [`<p>${linked(file)}</p>`]),
      '</body></html>',
    ].join('\n'),
  };
}

const MORE = 'There were more: the list of the events of the search has all of them.';

function linked({ words, url }: { readonly words: string; readonly url: string }): string {
  const text = escapedMarkup(words);
  return /^https?:/.test(url)
    ? `<a href="${escapedMarkup(url)}">${text}</a>`
    : `${text}: ${escapedMarkup(url)}`;
}

function plain(url: string): string {
  return url.replaceAll(/\p{Cc}+/gu, '');
}

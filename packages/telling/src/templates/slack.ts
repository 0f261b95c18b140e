// Messages of Slack: blocks of sections, with a text for notifications. Slack reads `<…>` as links and mentions.
import { eventsOf, type Message } from '../message.ts';
import { eventSentence, fileOf, headline, reportNotes } from '../sentences.ts';

/** Slack takes 3,000 characters in a section and 50 blocks in a message. */
const MAX_SECTION = 2_900;
/** Longer addresses are left out: a hundred lines of this length have room in a message. */
const MAX_LINK = 500;

export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly {
    readonly type: 'section';
    readonly text: { readonly type: 'mrkdwn'; readonly text: string };
  }[];
}

export function slackMessage(message: Message): SlackMessage {
  const title = escaped(headline(message));
  const lines = [
    ...eventsOf(message).map((event) => {
      const { before, domain, after, url } = eventSentence(event);
      return `• ${before}${linked(domain, url)}${after}`;
    }),
    ...reportLines(message),
  ];
  return {
    text: title,
    blocks: [title, ...sections(lines)].map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })),
  };
}

function reportLines(message: Message): readonly string[] {
  const { report } = message.data;
  const file = fileOf(message);
  if (report === undefined || file === null) return [];
  const isLink = /^https?:/.test(file.url);
  return [
    ...reportNotes(report),
    isLink ? linked(file.words, file.url) : escaped(`${file.words}: ${file.url}`),
  ];
}

/** Lines joined into as few texts as sections have room for. */
function sections(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last === undefined || last.length + 1 + line.length > MAX_SECTION) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts;
}

function linked(domain: string, url: string | null): string {
  if (url === null) return escaped(domain);
  const target = escaped(url.replaceAll('|', '%7C'));
  return target.length > MAX_LINK ? escaped(domain) : `<${target}|${escaped(domain)}>`;
}

/** Text without anything that Slack reads as a link, a mention or a command; controls are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

// Messages of Microsoft Teams: an Adaptive Card in the envelope that its workflows take. Runs of text have no markup, so
// nothing that a page says is read as some.
import { eventsOf, type Message } from '../message.ts';
import { eventSentence, fileOf, headline, reportNotes } from '../sentences.ts';

/** A message has 28 KB at most: more lines than these are counted only. */
const MAX_LINES = 25;
const MAX_LINK = 500;

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly {
    readonly contentType: 'application/vnd.microsoft.card.adaptive';
    readonly contentUrl: null;
    readonly content: {
      readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
      readonly type: 'AdaptiveCard';
      readonly version: '1.4';
      readonly body: readonly { readonly type: 'RichTextBlock'; readonly inlines: readonly TextRun[] }[];
    };
  }[];
}

export function teamsMessage(message: Message): TeamsMessage {
  const events = eventsOf(message);
  const left = events.length - MAX_LINES;
  const lines: readonly (readonly TextRun[])[] = [
    [{ type: 'TextRun', text: clean(headline(message)), weight: 'Bolder' }],
    ...events.slice(0, MAX_LINES).map((event): readonly TextRun[] => {
      const { before, domain, after, url } = eventSentence(event);
      const isLink = url !== null && url.length <= MAX_LINK && /^https?:/.test(url);
      return [
        { type: 'TextRun', text: before },
        {
          type: 'TextRun',
          text: clean(domain),
          ...(isLink ? { selectAction: { type: 'Action.OpenUrl', url } as const } : {}),
        },
        ...(after === '' ? [] : [{ type: 'TextRun', text: after } as const]),
      ];
    }),
    ...reportLines(message),
    ...(left > 0 ? [[{ type: 'TextRun', text: `and ${left} more` } as const]] : []),
  ];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: lines.map((inlines) => ({ type: 'RichTextBlock', inlines })),
        },
      },
    ],
  };
}

function reportLines(message: Message): readonly (readonly TextRun[])[] {
  const { report } = message.data;
  const file = fileOf(message);
  if (report === undefined || file === null) return [];
  const notes = reportNotes(report).map((text): readonly TextRun[] => [
    { type: 'TextRun', text: clean(text) },
  ]);
  if (!/^https?:/.test(file.url))
    return [...notes, [{ type: 'TextRun', text: clean(`${file.words}: ${file.url}`) }]];
  const selectAction = { type: 'Action.OpenUrl', url: file.url } as const;
  return [...notes, [{ type: 'TextRun', text: file.words, selectAction }]];
}

function clean(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

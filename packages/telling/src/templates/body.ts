import type { Template } from '../destinations.ts';
import type { Message } from '../message.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

const FORMS: Readonly<Record<Template, (message: Message) => object>> = {
  standard: (message) => message,
  slack: slackMessage,
  teams: teamsMessage,
};

/** The body of a webhook, JSON. */
export function bodyOf(message: Message, template: Template): string {
  return JSON.stringify(FORMS[template](message));
}

// Telling of what happens to saved searches: messages, their signatures and forms. destinations.ts says who is told what.
export {
  destinationKey,
  type Destination,
  DIGESTS,
  EVENT_KINDS,
  type EventKind,
  faultOf,
  type MailDestination,
  MAX_DESTINATIONS,
  MAX_RECIPIENTS,
  MAX_SECRETS,
  MAX_URL_LENGTH,
  type TellingSearch,
  type Template,
  TEMPLATES,
  titleOf,
  type WebhookDestination,
} from './destinations.ts';
export {
  type CountData,
  countMessage,
  eventData,
  type EventData,
  eventsMessage,
  MAX_GROUPED_PAGES,
  type Message,
  MESSAGE_TYPES,
  type MessageType,
  testMessage,
} from './message.ts';
export { newSecret, readSecret, signatureHeaders, type Signed } from './signing.ts';
export { bodyOf } from './templates/body.ts';
export { ATOM_TYPE, atomFeed } from './feeds/atom.ts';
export { type Feed, MAX_FEED_EVENTS } from './feeds/feed.ts';
export { JSON_FEED_TYPE, type JsonFeed, jsonFeed } from './feeds/json-feed.ts';
export {
  REPORT_TYPES,
  reportBytes,
  reportFileName,
  reportFinder,
  reportPath,
  summaryOf,
} from './found-reports.ts';
export { deliverReport } from './running/report-deliveries.ts';
export type { ReportDefinition, ReportFacet, ReportSummary } from './report-definition.ts';
export { switchOn } from './running/off.ts';
export { runTelling, type TellingOptions } from './running/run-telling.ts';
export type { Answer } from './sending/answer.ts';
export type { MailSettings } from './sending/mail.ts';
export { openSender, type Sender, type SenderOptions, sendTest } from './sending/sender.ts';
export { definitionOf, isOwnerInForce, type SavedDefinition, tellingSearchOf } from './saved-definition.ts';

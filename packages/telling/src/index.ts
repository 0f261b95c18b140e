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
  type Message,
  MESSAGE_TYPES,
  type MessageType,
  testMessage,
} from './message.ts';
export { newSecret, readSecret, signatureHeaders, type Signed } from './signing.ts';
export { bodyOf } from './templates/body.ts';

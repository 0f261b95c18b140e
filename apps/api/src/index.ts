// The HTTP API. `createApi` (api.ts) puts it together: routes/ has the operations, plugins/ what all of them share.
// Further entries serve the command line without HTTP: keys, audit log, exports, domain items and records, monitoring.
export { createApi } from './api.ts';
export { listen, reachableHere } from './listen.ts';
export {
  SEARCH_QUEUE_BOUNDS,
  type ApiParts,
  type ApiSettings,
  type ImportParts,
  type TellingParts,
} from './settings.ts';
export type { SignInCode } from './sign-in.ts';

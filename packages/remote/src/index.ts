// Files on servers, read over HTTP by ranges: one request at a time, with patience for servers that are busy or out of reach,
// and within the crawler's rules on addresses. files.ts is the map.
export { openRemoteFiles, type RemoteCounts, type RemoteFiles, type RemoteOptions } from './files.ts';
export type { ByteRange } from './ranges.ts';
export { RemoteError, type RemoteFault } from './remote-error.ts';
export type { RemoteWait } from './patience.ts';

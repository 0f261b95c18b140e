// The Model Context Protocol: tools with which a model asks the API, over standard input (`serveOverStdio`) and over HTTP
// (`answerOverHttp`). Both have the same tools (tools/), which call the API through a port and so have its limits and errors.
export { answerOverHttp, type HttpReply } from './http.ts';
export type { Scope, ToolApi } from './port.ts';
export { serveOverStdio } from './stdio.ts';

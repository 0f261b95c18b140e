/*
 * Uploads of files of any size, with what was sent of them so far, which fetch does not tell. The server reads a file as fast as
 * it stores what is in it, so this is about how far it is.
 */
import { SitegrepError } from '@sitegrep/client';
import { CONSOLE_HEADER, START } from './client.ts';
import { detailsIn } from './details.ts';

interface Watch {
  /** Called with the bytes that were sent, and all there are. */
  readonly onSent: (bytes: number, total: number) => void;
  /** Called with each line of the answer, as it comes. */
  readonly onLine?: (line: string) => void;
  readonly signal: AbortSignal;
}

type UploadOperation = 'sendPages' | 'importRanks';

/** Sends files to an operation. @returns the answer @throws SitegrepError */
export function upload(
  operation: UploadOperation,
  path: string,
  body: Blob,
  headers: Readonly<Record<string, string>>,
  { onSent, onLine = () => {}, signal }: Watch,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    const takeLines = (): void => {
      for (;;) {
        const end = request.responseText.indexOf('\n', read);
        if (end < 0) return;
        onLine(request.responseText.slice(read, end));
        read = end + 1;
      }
    };
    const lost = (): void => {
      takeLines();
      reject(new SitegrepError({ operation, code: 'network', details: 'The connection was lost.' }));
    };
    request.open('POST', new URL(path, START));
    request.setRequestHeader(CONSOLE_HEADER, '1');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total));
    request.addEventListener('progress', () => {
      if (request.status === 200) takeLines();
    });
    request.addEventListener('load', () => {
      if (request.status === 200) {
        takeLines();
        resolve(request.responseText);
      } else reject(refusalOf(operation, request));
    });
    request.addEventListener('error', lost);
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function refusalOf(operation: UploadOperation, { status, responseText }: XMLHttpRequest): SitegrepError {
  const code = status === 401 ? 'unauthorized' : status === 403 ? 'forbidden' : 'unexpected_answer';
  return new SitegrepError({ operation, code, status, details: detailsIn(responseText) ?? `HTTP ${status}` });
}

// Exports as files. The browser itself saves them as they arrive, so that their size does not matter: a form of the page is
// answered with a file. A refusal comes in a hidden frame instead, where the page reads it.
import { START } from '../api/client.ts';
import { queryClient, SESSION_KEY } from '../api/queries.ts';
import { TEXT } from '../text.ts';
import type { Criteria } from './criteria.ts';

const FRAME = 'export';

export type FileFormat = 'xlsx' | 'csv' | 'ndjson';

/**
 * Starts an export. If it breaks off later, the connection ends without the end of the answer, and the browser marks the file
 * as failed.
 *
 * @param onRefused gets what is wrong if there is no file
 */
export function saveExport(
  { q, level, order }: Criteria,
  format: FileFormat,
  onRefused: (message: string) => void,
): void {
  const request = { q, level, order_by: [order], format, ...(format === 'csv' && { bom: true }) };
  const form = document.createElement('form');
  form.method = 'post';
  form.action = new URL('search/export', START).href;
  form.target = frameOf(onRefused).name;
  form.hidden = true;
  const field = document.createElement('input');
  field.name = 'request';
  field.value = JSON.stringify(request);
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Makes the frame that the answer goes to. */
function frameOf(onRefused: (message: string) => void): HTMLIFrameElement {
  document.querySelector(`iframe[name="${FRAME}"]`)?.remove();
  const frame = document.createElement('iframe');
  frame.addEventListener('load', () => {
    const refusal = refusalIn(frame);
    if (refusal !== null) onRefused(refusal);
  });
  frame.name = FRAME;
  frame.hidden = true;
  document.body.append(frame);
  return frame;
}

/** The text that the frame shows; null: nothing was loaded into it yet. */
function refusalIn({ contentDocument: loaded }: HTMLIFrameElement): string | null {
  // A page of the browser itself, which says that the server can't be reached.
  if (loaded === null) return TEXT.failed.offline;
  if (loaded.URL === 'about:blank') return null;
  const text = loaded.body.textContent;
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null && 'details' in answer && 'error' in answer) {
      // The session has ended.
      if (answer.error === 'Unauthorized') queryClient.setQueryData(SESSION_KEY, null);
      return String(answer.details);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return text;
}

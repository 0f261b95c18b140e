// Scripts that run inside of pages, as text: a build must not change them. Those that read the document run in a world of their
// own, whose built-in functions the page can't replace.

/**
 * Runs before the scripts of each document. The console would send each message to this process; connections between browsers
 * have no use here, and leave by other ways than the proxy; windows and dialogs have nobody who sees them.
 */
export const BEFORE_SCRIPTS = `(() => {
  for (const name of Object.keys(console)) {
    if (typeof console[name] === 'function') console[name] = () => {};
  }
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    delete globalThis[name];
  }
  globalThis.open = () => null;
  globalThis.print = () => {};
  globalThis.alert = () => {};
  globalThis.confirm = () => false;
  globalThis.prompt = () => null;
})()`;

/** Maximum frames whose documents are written out, and their depth. */
const MAX_FRAMES = 50;
const MAX_FRAME_DEPTH = 4;

/**
 * Expression for the HTML of the document, at most `maxLength` characters: `{ html, truncated, url }`.
 *
 * @param token for the marks of frames, which no page can know
 */
export function documentScript(maxLength: number, token: string): string {
  return `(() => {
  const marker = 'frame-${token}-';
  let frames = 0;
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const documentOf = (frame) => {
    try {
      const { contentDocument } = frame;
      return contentDocument?.documentElement && contentDocument.URL !== 'about:blank' ? contentDocument : null;
    } catch {
      return null;
    }
  };
  const write = (of, depth) => {
    const shadowRoots = [];
    const written = [];
    const found = [];
    const collect = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot !== null) {
          shadowRoots.push(element.shadowRoot);
          collect(element.shadowRoot);
        }
        if (element.localName === 'iframe' || element.localName === 'frame') found.push(element);
      }
    };
    collect(of);
    for (const frame of found) {
      const inner = depth < ${MAX_FRAME_DEPTH} && frames < ${MAX_FRAMES} ? documentOf(frame) : null;
      if (inner === null) continue;
      frames++;
      const name = marker + frames;
      frame.after(of.createComment(name));
      written.push(['<!--' + name + '-->', '<template data-frame="' + escaped(inner.URL) + '">' + write(inner, depth + 1) + '</template>']);
    }
    const root = of.documentElement;
    if (root === null) return '';
    const attributes = Array.from(root.attributes, ({ name, value }) => ' ' + name + '="' + escaped(value) + '"');
    let html = '<' + root.localName + attributes.join('') + '>' + root.getHTML({ shadowRoots }) + '</' + root.localName + '>';
    for (const [mark, text] of written) html = html.replace(mark, () => text);
    const { doctype } = of;
    if (doctype === null) return html;
    const publicId = doctype.publicId === '' ? '' : ' PUBLIC "' + doctype.publicId + '"';
    const systemId = doctype.systemId === '' ? '' : (publicId === '' ? ' SYSTEM' : '') + ' "' + doctype.systemId + '"';
    return '<!DOCTYPE ' + doctype.name + publicId + systemId + '>' + html;
  };
  const html = write(document, 0);
  return { html: html.slice(0, ${maxLength}), truncated: html.length > ${maxLength}, url: location.href };
})()`;
}

/** Expression that grows while a document is being built. */
export const SIZE_SCRIPT = `(() => {
  const root = document.documentElement;
  return root === null ? 0 : root.getElementsByTagName('*').length + root.textContent.length;
})()`;

/** Expression that scrolls the document step by step, so that parts load which wait until they are seen. */
export function scrollScript(steps: number, pauseMs: number): string {
  return `(async () => {
  const { documentElement: root } = document;
  if (root === null || root.scrollHeight <= innerHeight) return false;
  for (let step = 1; step <= ${steps} && step * innerHeight < root.scrollHeight + innerHeight; step++) {
    scrollTo({ top: step * innerHeight, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, ${pauseMs}));
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return true;
})()`;
}

/** Maximum characters of the value of a global. */
const MAX_VALUE = 500;

/**
 * Expression for the globals that exist, as pairs of name and text. It has to run among the scripts of the page, which may lie.
 * One that throws when it is read is left out.
 */
export function globalsScript(names: readonly string[]): string {
  return `(() => {
  const found = [];
  for (const name of ${JSON.stringify(names)}) {
    try {
      let value = globalThis;
      let exists = true;
      for (const part of name.replace(/\\[([^\\]]+)\\]/g, '.$1').split('.')) {
        // Elements are properties of the window by their ids, too, but not its own.
        const isThere = value === globalThis ? Object.hasOwn(value, part) : value != null && part in Object(value);
        if (!isThere) {
          exists = false;
          break;
        }
        value = value[part];
      }
      if (!exists || value === undefined || value === null) continue;
      const isText = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
      found.push([name, isText ? String(value).slice(0, ${MAX_VALUE}) : '']);
    } catch {}
  }
  return found;
})()`;
}

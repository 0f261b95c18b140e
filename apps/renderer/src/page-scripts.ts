// Scripts that run inside of pages, as text: a build must not change them. Those that read the document run in a world of their
// own, whose built-in functions the page can't replace.
import { randomUUID } from 'node:crypto';

/** Name by which a document tells its timers. Pages that know it may lie, and harm themselves. */
const TIMERS = `timers-${randomUUID()}`;
/** Maximum timers of a document that are noted, and maximum frames that are asked for theirs. */
const MAX_TIMERS = 500;
const MAX_TOLD_FRAMES = 20;

/** Statements that note the timers of a document. To its scripts the functions look as before. */
function noteTimers(): string {
  return `{
    const timers = new Map();
    const now = performance.now.bind(performance);
    const forget = () => { for (const [id, { due, repeats }] of timers) if (!repeats && due < now() - 1000) timers.delete(id); };
    const wrap = (name, note) => {
      globalThis[name] = new Proxy(globalThis[name], {
        apply(native, self, args) {
          const result = Reflect.apply(native, self, args);
          note(args, result);
          return result;
        },
      });
    };
    for (const [name, repeats] of [['setTimeout', false], ['setInterval', true]]) {
      wrap(name, ([, delay], id) => {
        if (timers.size >= ${MAX_TIMERS}) forget();
        if (timers.size < ${MAX_TIMERS}) timers.set(id, { due: now() + Math.max(0, Number(delay) || 0), repeats });
      });
    }
    // Pages that draw themselves ask for each next frame.
    let drawnAt = -Infinity;
    wrap('requestAnimationFrame', () => { drawnAt = now(); });
    for (const name of ['clearTimeout', 'clearInterval']) wrap(name, ([id]) => timers.delete(id));
    Object.defineProperty(globalThis, '${TIMERS}', {
      value: () => {
        forget();
        const told = [...timers.values()].map(({ due, repeats }) => [due - now(), repeats]);
        if (now() - drawnAt < 200) told.push([0, true]);
        for (let at = 0; at < Math.min(frames.length, ${MAX_TOLD_FRAMES}); at++) {
          try {
            told.push(...frames[at]['${TIMERS}']());
          } catch {
            // A frame of another origin does not tell.
          }
        }
        return told;
      },
    });
  }`;
}

/** Expression for the timers of the page and of its frames of the same origin: `[dueMs, repeats][]`. */
export const TIMERS_SCRIPT = `globalThis['${TIMERS}']?.()`;

/**
 * Runs before the scripts of each document. Its timers are noted. The console would send each message to this process;
 * connections between browsers have no use here, and leave by other ways than the proxy; a step back would lead to the empty
 * document before the page; windows and dialogs have nobody who sees them.
 */
export const BEFORE_SCRIPTS = `(() => {
  ${noteTimers()}
  for (const name of Object.keys(console)) {
    if (typeof console[name] === 'function') console[name] = () => {};
  }
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    delete globalThis[name];
  }
  const steps = globalThis.navigation;
  for (const name of ['back', 'go']) {
    History.prototype[name] = new Proxy(History.prototype[name], {
      apply(native, self, args) {
        const isBack = name === 'back' || Number(args[0]) < 0;
        return isBack && steps?.canGoBack === false ? undefined : Reflect.apply(native, self, args);
      },
    });
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
      if (!contentDocument?.documentElement || !/html/.test(contentDocument.contentType)) return null;
      // A frame without an address has a document of nothing until a script fills it.
      const isEmpty = contentDocument.URL === 'about:blank' && contentDocument.getElementsByTagName('*').length <= 3 &&
        contentDocument.documentElement.textContent.trim() === '';
      return isEmpty ? null : contentDocument;
    } catch {
      return null;
    }
  };
  const write = (of, depth) => {
    const shadowRoots = [];
    const written = [];
    const marks = [];
    const found = [];
    const collect = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot !== null) {
          shadowRoots.push(element.shadowRoot);
          collect(element.shadowRoot);
        }
        if (['iframe', 'frame', 'object'].includes(element.localName)) found.push(element);
      }
    };
    collect(of);
    for (const frame of found) {
      const inner = depth < ${MAX_FRAME_DEPTH} && frames < ${MAX_FRAMES} ? documentOf(frame) : null;
      if (inner === null) continue;
      frames++;
      const name = marker + frames;
      const mark = of.createComment(name);
      frame.after(mark);
      marks.push(mark);
      written.push(['<!--' + name + '-->', '<template data-frame="' + escaped(inner.URL) + '">' + write(inner, depth + 1) + '</template>']);
    }
    const root = of.documentElement;
    if (root === null) return '';
    const attributes = Array.from(root.attributes, ({ name, value }) => ' ' + name + '="' + escaped(value) + '"');
    let html = '<' + root.localName + attributes.join('') + '>' + root.getHTML({ shadowRoots }) + '</' + root.localName + '>';
    for (const mark of marks) mark.remove();
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

/** Characters of visible text that are looked at. */
const MAX_SHOWN = 400;
/** Maximum texts that are looked at for it. */
const MAX_TEXTS = 2_000;
/** Maximum elements whose shadow roots are looked for, at each look. */
const MAX_LOOKED_AT = 5_000;

/**
 * Expression for what there is of a document while it is being built: `{ size, text, loadedMs }`, with a number that changes
 * with it, the beginning of its visible text, and the time since it was loaded, null if it is not. Shadow roots and frames of
 * the same origin are parts of it.
 */
export const LOOK_SCRIPT = `(() => {
  let size = 0;
  let text = '';
  const unseen = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE']);
  const documentOf = (frame) => {
    try {
      return frame.contentDocument;
    } catch {
      return null;
    }
  };
  const look = (root, depth) => {
    const elements = root.getElementsByTagName?.('*') ?? root.querySelectorAll('*');
    size += elements.length + ((root.documentElement ?? root).textContent ?? '').length;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let nodes = 0; nodes < ${MAX_TEXTS} && text.length < ${MAX_SHOWN} && walker.nextNode() !== null; nodes++) {
      const { data, parentElement: parent } = walker.currentNode;
      if (data.trim() === '' || unseen.has(parent?.nodeName ?? '') || parent?.checkVisibility() === false) continue;
      text += data.slice(0, ${MAX_SHOWN}) + ' ';
    }
    if (depth === ${MAX_FRAME_DEPTH}) return;
    for (const frame of root.querySelectorAll('iframe, frame, object')) {
      const inner = documentOf(frame);
      if (inner !== null) look(inner, depth + 1);
    }
    if (elements.length > ${MAX_LOOKED_AT}) return;
    for (const { shadowRoot } of elements) {
      if (shadowRoot !== null) look(shadowRoot, depth + 1);
    }
  };
  look(document, 0);
  const { loadEventEnd: loadedAt = 1 } = performance.getEntriesByType('navigation')[0] ?? {};
  const sinceLoad = loadedAt === 0 ? 0 : performance.now() - loadedAt;
  return { size, text: text.slice(0, ${MAX_SHOWN}), loadedMs: document.readyState === 'complete' ? sinceLoad : null };
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

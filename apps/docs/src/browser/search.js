// The search over all pages. Its index is loaded when it is used first.
import { SEARCH_OPTIONS } from './search-options.js';

/** Maximum results that are shown. */
const MAX_RESULTS = 20;
/** Characters that are shown on each side of a match. */
const AROUND = 90;

const input = document.querySelector('#site-search');
const panel = document.querySelector('#site-results');
const status = panel.querySelector('[role=status]');
const results = panel.querySelector('ol');

let loading = null;

function load() {
  loading ??= loaded().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function loaded() {
  const get = async (name) => {
    const response = await fetch(new URL(name, import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.text();
  };
  const [{ default: MiniSearch }, index, sections] = await Promise.all([
    import('minisearch'),
    get('search.json'),
    get('sections.json'),
  ]);
  return { index: MiniSearch.loadJSON(index, SEARCH_OPTIONS), sections: JSON.parse(sections) };
}

input.addEventListener('focus', () => void load().catch(() => undefined));
input.addEventListener('input', () => void search());
// Text that the browser kept over a reload.
if (input.value !== '') void search();

async function search() {
  const words = input.value.trim();
  panel.hidden = words === '';
  if (words === '') return;
  try {
    const { index, sections } = await load();
    // Something else may have been typed meanwhile.
    if (input.value.trim() === words)
      showFound(index.search(words, { boostDocument: weightIn(sections) }), sections);
  } catch (error) {
    status.textContent = `The search could not be loaded (${error.message}); type again to try once more.`;
  }
}

/** Lists of fields repeat the words that pages explain. */
function weightIn(sections) {
  return (id) => {
    const [page] = sections[id];
    if (page === 'api-schemas') return 0.2;
    return page.startsWith('api-') ? 0.5 : 1;
  };
}

function showFound(found, sections) {
  const shown = found.slice(0, MAX_RESULTS);
  const more = found.length > shown.length ? `, of which the first ${shown.length} are shown` : '';
  status.textContent =
    found.length === 0 ? 'No page has these words.' : `${found.length} parts have these words${more}.`;
  results.replaceChildren(...shown.map(({ id, terms }) => resultOf(sections[id], terms)));
}

function resultOf([page, title, anchor, heading, text], terms) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(`${page}#${anchor}`, import.meta.url).href;
  const head = document.createElement('b');
  head.textContent = heading === title ? title : `${title} › ${heading}`;
  const words = document.createElement('span');
  words.append(...around(text, terms));
  link.append(head, words);
  item.append(link);
  return item;
}

/** The text around the first of the words that were found, with all of them marked. */
function around(text, terms) {
  const escaped = terms.map((term) => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = text.search(pattern);
  const from = Math.max(0, first - AROUND);
  const part = text.slice(from, Math.max(0, first) + 2 * AROUND);
  const nodes = from > 0 ? ['…'] : [];
  let end = 0;
  for (const match of part.matchAll(pattern)) {
    const mark = document.createElement('mark');
    [mark.textContent] = match;
    nodes.push(part.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  return [...nodes, part.slice(end), from + part.length < text.length ? '…' : ''];
}

document.addEventListener('keydown', (event) => {
  const isTyped = event.target.closest('input, textarea, select') !== null;
  if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
  input.select();
});

/** Arrows go through the results, and Escape leads back: from the results to the input, from there to the page. */
input.closest('search').addEventListener('keydown', (event) => {
  // Those of an earlier search may still be there.
  const links = panel.hidden ? [] : [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
  } else if (event.key === 'Enter' && at < 0) {
    links[0]?.click();
  } else if (event.key === 'Escape') {
    event.preventDefault();
    if (at >= 0) input.focus();
    else if (input.value === '') input.blur();
    else {
      input.value = '';
      panel.hidden = true;
    }
  }
});
panel.addEventListener('click', (event) => {
  if (event.target.closest('a') !== null) panel.hidden = true;
});
document.addEventListener('click', (event) => {
  if (event.target.closest('search') === null) panel.hidden = true;
});
input.addEventListener('click', () => {
  panel.hidden = input.value.trim() === '';
});

// Sends what the forms of the reference hold, and shows what comes back. The key is read from its field at each request
// and kept nowhere else; without one, the session of the console is used.

/** Characters of an answer that are shown. */
const SHOWN = 200_000;

/** Bytes of an answer that are kept to be saved: the memory of the page holds them. */
const KEPT = 256 * 2 ** 20;

/** Ends of the names of saved files by media type. */
const ENDINGS = {
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/x-ndjson': 'ndjson',
  'text/csv': 'csv',
  'text/html': 'html',
};

/** Header without which the cookie of a session is not taken. */
const FROM_CONSOLE = { 'x-sitegrep-console': '1' };

const confirmation = document.querySelector('#site-confirmation');
const keyField = document.querySelector('#site-key');

/** The last answer of each form, or as much of it as came. */
const answers = new WeakMap();

for (const form of document.querySelectorAll('form[data-method]')) {
  form.elements.type?.addEventListener('change', () => {
    form.elements.body.value = form.elements.type.selectedOptions[0].dataset.example;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendIfConfirmed(form);
  });
  form.querySelector('.save').addEventListener('click', () => save(answers.get(form), form.dataset.id));
}
for (const button of confirmation?.querySelectorAll('button') ?? []) {
  button.addEventListener('click', () => confirmation.close(button.value));
}

/** Asks before a request that removes something. */
async function sendIfConfirmed(form) {
  const request = requestOf(form);
  const { consequence } = form.dataset;
  if (consequence !== undefined) {
    const { pathname, search } = request.url;
    confirmation.querySelector('.request').textContent = `${request.method} ${pathname}${search}`;
    confirmation.querySelector('.consequence').textContent = consequence;
    confirmation.returnValue = '';
    confirmation.showModal();
    await new Promise((resolve) => confirmation.addEventListener('close', resolve, { once: true }));
    if (confirmation.returnValue !== 'send') return;
  }
  await send(form, request);
}

/** The request that a form holds. */
function requestOf(form) {
  const fields = [...form.querySelectorAll('input[data-in]')].filter(({ value }) => value !== '');
  const valuesIn = (target) =>
    fields.filter(({ dataset }) => dataset.in === target).map(({ name, value }) => [name, value]);
  let path = form.dataset.path;
  for (const [name, value] of valuesIn('path')) path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(valuesIn('query')).toString();
  const headers = Object.fromEntries(valuesIn('header'));
  const body = form.elements.body?.value ?? '';
  if (body !== '') headers['Content-Type'] = form.elements.type.value;
  const key = keyField.value.trim();
  if (key !== '') headers['X-API-Key'] = key;
  const url = new URL(`..${path}`, import.meta.url);
  url.search = query;
  return { method: form.dataset.method, url, headers, body };
}

async function send(form, { method, url, headers, body }) {
  const part = (name) => form.querySelector(`.${name}`);
  const stop = new AbortController();
  const stopped = () => stop.abort();
  part('stop').hidden = false;
  part('stop').addEventListener('click', stopped);
  part('answer').hidden = false;
  part('line').textContent = '…';
  part('body').textContent = '';
  part('save').hidden = true;
  part('curl').textContent = curlOf(method, url, headers, body);
  const began = performance.now();
  const answer = { type: '', parts: [] };
  try {
    const common = { method, signal: stop.signal, cache: 'no-store' };
    const options =
      'X-API-Key' in headers
        ? { ...common, headers, credentials: 'omit' }
        : { ...common, headers: { ...headers, ...FROM_CONSOLE }, credentials: 'same-origin' };
    const response = await fetch(url, body === '' ? options : { ...options, body });
    const ms = Math.round(performance.now() - began);
    const told = [...response.headers].filter(
      ([name]) => /^(ratelimit|retry|x-|age$)/.test(name) && !/^x-(frame|content)/.test(name),
    );
    part('line').textContent = [
      `${response.status} in ${ms} ms`,
      ...told.map((header) => header.join(': ')),
    ].join(' · ');
    answer.type = (response.headers.get('content-type') ?? '').split(';')[0];
    part('line').textContent += await show(response, part('body'), answer);
  } catch (error) {
    if (stop.signal.aborted) part('line').textContent += ' · stopped';
    else if (answer.type !== '') part('line').textContent += ` · broken off: ${error.message}`;
    else part('line').textContent = `No answer: ${error.message}`;
  } finally {
    answers.set(form, new Blob(answer.parts, { type: answer.type }));
    part('save').hidden = answer.parts.length === 0;
    part('stop').removeEventListener('click', stopped);
    part('stop').hidden = true;
  }
}

/**
 * Shows a body as it comes, and JSON in lines once all of it is there.
 *
 * @param parts gets the bytes that come
 * @returns a note if they are not all shown, or else nothing
 */
async function show(response, target, { type, parts }) {
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader.read()) {
    parts.push(read.value);
    length += read.value.length;
    if (text.length <= SHOWN) {
      text += decoder.decode(read.value, { stream: true });
      target.textContent = shortened(text);
    }
    if (length > KEPT) await reader.cancel();
  }
  if (text.length <= SHOWN && type === 'application/json') {
    target.textContent = shortened(JSON.stringify(JSON.parse(text), null, 2));
  }
  return noteOf(text.length, length);
}

function shortened(text) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
}

function noteOf(characters, length) {
  const megabytes = `${(length / 1e6).toFixed(1)} MB`;
  if (length > KEPT) return ` · stopped after ${megabytes}: use curl for all of it`;
  return characters > SHOWN ? ` · only the beginning of ${megabytes} is shown` : '';
}

/** Has the browser save an answer, under the name of its operation. */
function save(bytes, id) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = `${id}.${ENDINGS[bytes.type] ?? 'txt'}`;
  link.click();
  // Safari begins to read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The key is left out: what is copied ends up in other places. */
function curlOf(method, url, headers, body) {
  const words = ['curl', '-X', method, url.href];
  for (const [name, value] of Object.entries(headers)) {
    words.push('-H', name === 'X-API-Key' ? `X-API-Key: $SITEGREP_KEY` : `${name}: ${value}`);
  }
  if (body !== '') words.push('--data-binary', body);
  return words.map((word) => quoted(word)).join(' ');
}

function quoted(word) {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word.endsWith('$SITEGREP_KEY')) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

// Sends what the forms of the reference hold, and shows what comes back. The key is read from its field at each request
// and kept nowhere else.

/** Characters of an answer that are shown. */
const SHOWN = 200_000;

for (const form of document.querySelectorAll('form[data-method]')) {
  form.elements.type?.addEventListener('change', () => {
    form.elements.body.value = form.elements.type.selectedOptions[0].dataset.example;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

// On narrow screens the list of operations is closed, and closes again behind the one that was chosen.
const menu = document.querySelector('nav details');
const narrow = matchMedia('(max-width: 60rem)');
menu.open = !narrow.matches;
narrow.addEventListener('change', () => {
  menu.open = !narrow.matches;
});
menu.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a') !== null) menu.open = false;
});

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
  const key = document.querySelector('#key').value.trim();
  if (key !== '') headers['X-API-Key'] = key;
  const url = new URL(`.${path}`, location.href);
  url.search = query;
  return { method: form.dataset.method, url, headers, body };
}

async function send(form) {
  const part = (name) => form.querySelector(`.${name}`);
  const { method, url, headers, body } = requestOf(form);
  const stop = new AbortController();
  const stopped = () => stop.abort();
  part('stop').hidden = false;
  part('stop').addEventListener('click', stopped);
  part('answer').hidden = false;
  part('line').textContent = '…';
  part('body').textContent = '';
  part('curl').textContent = curlOf(method, url, headers, body);
  const began = performance.now();
  try {
    const options = { method, headers, signal: stop.signal, cache: 'no-store', credentials: 'omit' };
    const response = await fetch(url, body === '' ? options : { ...options, body });
    const ms = Math.round(performance.now() - began);
    const told = [...response.headers].filter(
      ([name]) => /^(ratelimit|retry|x-|age$)/.test(name) && !/^x-(frame|content)/.test(name),
    );
    part('line').textContent = [
      `${response.status} in ${ms} ms`,
      ...told.map((header) => header.join(': ')),
    ].join(' · ');
    await show(response, part('body'));
  } catch (error) {
    if (stop.signal.aborted) part('line').textContent += ' · stopped';
    else part('line').textContent = `No answer: ${error.message}`;
  } finally {
    part('stop').removeEventListener('click', stopped);
    part('stop').hidden = true;
  }
}

/** Shows a body as it comes, and JSON in lines once all of it is there. */
async function show(response, target) {
  let text = '';
  for await (const part of parts(response)) {
    text += part;
    target.textContent = text.slice(0, SHOWN);
    if (text.length > SHOWN) {
      target.textContent += '\n…';
      await response.body.cancel();
      return;
    }
  }
  if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
    target.textContent = JSON.stringify(JSON.parse(text), null, 2);
  }
}

async function* parts(response) {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
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

/* Pages that harm whoever opens them in a browser, by what they do. */

const page = (body: string): string => `<!DOCTYPE html><title>hostile</title><h1>Hostile page</h1>${body}`;
const script = (code: string): string => page(`<script>${code}</script>`);

export const HOSTILE: Readonly<Record<string, string>> = {
  windows: script('setInterval(() => { for (let i = 0; i < 50; i++) open("/window?" + Math.random()) }, 5)'),
  mines: script(`
    const code = 'for (;;) { let n = 0; for (let i = 0; i < 1e9; i++) n += Math.imul(i, 2654435761); postMessage(n) }';
    const url = URL.createObjectURL(new Blob([code]));
    for (let i = 0; i < 16; i++) new Worker(url);`),
  endless: script('setTimeout(() => { while (true); }, 20)'),
  endlessAtOnce: script('while (true);'),
  endlessGetter: script('Object.defineProperty(globalThis, "Shopify", { get() { while (true); } })'),
  allocates: script(
    'const kept = []; setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(64e6).fill(1)) }, 1)',
  ),
  heap: script('const kept = []; for (;;) kept.push(new Array(1e6).fill({}).map((_, i) => ({ i })))'),
  workerHeap: script(
    'const url = URL.createObjectURL(new Blob(["const k = []; for (;;) k.push(new Uint8Array(32e6).fill(1))"])); for (let i = 0; i < 4; i++) new Worker(url)',
  ),
  wasm: script(
    'const kept = []; for (let i = 0; i < 64; i++) { const m = new WebAssembly.Memory({ initial: 1024 }); new Uint8Array(m.buffer).fill(1); kept.push(m) }',
  ),
  elements: script(
    'for (;;) { const part = document.createElement("div"); part.innerHTML = "<p>x</p>".repeat(1e5); document.body.append(part) }',
  ),
  resources: script('for (let i = 0; i < 5000; i++) fetch("/resource?" + i).catch(() => {})'),
  pictures: page(Array.from({ length: 5_000 }, (_, i) => `<img src="/resource?${i}">`).join('')),
  neverIdle: script('setInterval(() => fetch("/resource?" + Math.random()).catch(() => {}), 50)'),
  neverSame: script('setInterval(() => document.body.append("x"), 10)'),
  waits: script('fetch("/never")'),
  prints: script('const line = "x".repeat(1e5); for (let i = 0; i < 1000; i++) console.log(line, { line })'),
  printsApart: script(
    'new Worker(URL.createObjectURL(new Blob([`const line = "x".repeat(1e5); for (let i = 0; i < 1000; i++) console.log(line)`])))',
  ),
  history: script(
    'let i = 0; setInterval(() => { for (let j = 0; j < 500; j++) history.pushState({}, "", "?" + i++); history.back() }, 1)',
  ),
  reloads: script('setTimeout(() => location.reload(), 10)'),
  leaves: script('setTimeout(() => { location = "/leaves?" + Math.random() }, 10)'),
  geolocation: script(
    'navigator.geolocation?.getCurrentPosition(() => { document.body.append("LOC" + "ATED") })',
  ),
  permissions: script(
    'Notification?.requestPermission?.().then((answer) => answer === "granted" && document.body.append("GRAN" + "TED")); navigator.mediaDevices?.getUserMedia({ video: true, audio: true }).then(() => document.body.append("GRAN" + "TED"), () => {})',
  ),
  dialogs: script('for (;;) { alert("x"); if (!confirm("y")) prompt("z") }'),
  unload: script(
    'addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay" }); setInterval(() => {}, 1)',
  ),
  download: script(
    'const a = document.createElement("a"); a.href = "/file"; a.download = "x.exe"; document.body.append(a); setInterval(() => a.click(), 10)',
  ),
  large: script(
    'for (let i = 0; i < 20; i++) fetch("/bytes?" + i).then((answer) => answer.text()).catch(() => {})',
  ),
  frames: script(
    'if (location.search.length < 200) for (let i = 0; i < 5; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/frames?" + location.search + i }))',
  ),
  breaks: script(
    'Element.prototype.getHTML = () => { throw 1 }; Array.from = JSON.stringify = () => "broken"; Object.defineProperty(document, "documentElement", { get() { throw 2 } }); document.querySelectorAll = null; String.prototype.slice = () => "";',
  ),
  lies: script(
    'Array.prototype.push = function () { this[this.length] = ["ev" + "il", "x".repeat(1e6)]; }; String.prototype.split = () => ["document"];',
  ),
  fullscreen: script(
    'document.documentElement.requestFullscreen?.(); navigator.keyboard?.lock?.(); document.body.requestPointerLock?.()',
  ),
  files: script(
    'fetch("file:///etc/passwd").then((a) => a.text()).then((text) => document.body.append(text)).catch(() => {}); location = "file:///etc/passwd"',
  ),
};

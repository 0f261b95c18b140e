/* Ways by which a page may try to reach a URL that it must not reach, each as the HTML of a page. */

/** Addresses of this machine and of private networks, as a page may write them, with the port of a server on this machine. */
export function innerUrls(port: number, own: readonly string[]): readonly string[] {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    'localhost',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'inner.test',
    'deep.inner.test',
    ...own,
  ];
  return [
    ...hosts.map((host) => `http://${host}:${port}/secret`),
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.0.1:8080/',
    'http://[fd00::1]/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    `https://127.0.0.1:${port}/secret`,
  ];
}

type Escape = (urls: readonly string[]) => string;

const each =
  (code: string): Escape =>
  (urls) =>
    `<p>page</p><script>for (const url of ${JSON.stringify(urls)}) { try { ${code} } catch {} }</script>`;
const tag =
  (write: (url: string) => string): Escape =>
  (urls) =>
    `<p>page</p>${urls.map(write).join('')}`;
/** A page a URL, since each leaves the page. */
const only =
  (write: (url: string) => string): Escape =>
  (urls) =>
    urls.map((url) => `<iframe srcdoc="${write(url).replaceAll('"', '&quot;')}"></iframe>`).join('');

export const ESCAPES: Readonly<Record<string, Escape>> = {
  fetch: each(
    'fetch(url).catch(() => {}); fetch(url, { mode: "no-cors", method: "POST", body: "x" }).catch(() => {});',
  ),
  keepalive: each('fetch(url, { keepalive: true, mode: "no-cors" }).catch(() => {});'),
  xhr: each('const x = new XMLHttpRequest(); x.open("GET", url); x.send();'),
  image: tag((url) => `<img src="${url}">`),
  script: tag((url) => `<script src="${url}"></script>`),
  module: each('import(url).catch(() => {});'),
  style: tag(
    (url) =>
      `<link rel="stylesheet" href="${url}"><style>@import "${url}"; body { background: url("${url}") }</style>`,
  ),
  font: tag((url) => `<style>@font-face { font-family: x; src: url("${url}") } p { font-family: x }</style>`),
  frame: tag((url) => `<iframe src="${url}"></iframe>`),
  object: tag((url) => `<object data="${url}"></object><embed src="${url}">`),
  video: tag(
    (url) =>
      `<video src="${url}" autoplay preload="auto"></video><audio src="${url}" preload="auto"></audio>`,
  ),
  websocket: each('new WebSocket(url.replace("http", "ws"));'),
  events: each('new EventSource(url);'),
  beacon: each('navigator.sendBeacon(url, "x");'),
  ping: each(
    'const a = document.createElement("a"); a.href = "#"; a.ping = url; document.body.append(a); a.click();',
  ),
  download: each(
    'const a = document.createElement("a"); a.href = url; a.download = "x"; document.body.append(a); a.click();',
  ),
  worker: each(
    'new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)}).catch(() => {}); try { importScripts(${JSON.stringify(url)}) } catch {} new WebSocket(${JSON.stringify(url.replace("http", "ws"))})`])));',
  ),
  sharedWorker: each(
    'new SharedWorker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)}, { mode: "no-cors" }).catch(() => {})`])));',
  ),
  serviceWorker: (urls) =>
    `<p>page</p><script>navigator.serviceWorker?.register('/service-worker.js?urls=' + encodeURIComponent(${JSON.stringify(JSON.stringify(urls))})).catch(() => {})</script>`,
  hints: tag((url) =>
    ['prefetch', 'preload', 'prerender', 'preconnect', 'dns-prefetch', 'modulepreload', 'icon', 'manifest']
      .map((rel) => `<link rel="${rel}" href="${url}" as="fetch">`)
      .join(''),
  ),
  speculation: (urls) =>
    `<p>page</p><script type="speculationrules">${JSON.stringify({
      prefetch: [{ source: 'list', urls, eagerness: 'immediate' }],
      prerender: [{ source: 'list', urls, eagerness: 'immediate' }],
    })}</script>`,
  refresh: only((url) => `<meta http-equiv="refresh" content="0;url=${url}">`),
  form: only(
    (url) => `<form action="${url}" method="post"></form><script>document.forms[0].submit()</script>`,
  ),
  location: only((url) => `<script>location = ${JSON.stringify(url)}</script>`),
  top: each('setTimeout(() => { top.location = url }, 10);'),
  windows: each(
    'window.open(url); const a = document.createElement("a"); a.href = url; a.target = "_blank"; document.body.append(a); a.click();',
  ),
  realWindows: each(
    'const frame = document.createElement("iframe"); document.body.append(frame); frame.contentWindow.open(url); Window.prototype.open?.call(window, url);',
  ),
  rtc: each(
    'const { host } = new URL(url); for (const iceTransportPolicy of ["all", "relay"]) { const c = new RTCPeerConnection({ iceTransportPolicy, iceServers: [{ urls: ["stun:" + host, "turn:" + host, "turn:" + host + "?transport=tcp"], username: "u", credential: "c" }] }); c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o)); }',
  ),
  transport: each('new WebTransport(url.replace("http:", "https:")).ready.catch(() => {});'),
  redirect: (urls) =>
    `<p>page</p>${urls.map((url) => `<img src="/to?${encodeURIComponent(url)}"><iframe src="/to?${encodeURIComponent(url)}"></iframe>`).join('')}`,
  report: tag(
    (url) =>
      `<meta http-equiv="content-security-policy" content="script-src 'none'; report-uri ${url}"><script>1</script>`,
  ),
  xslt: (urls) =>
    `<p>page</p><script>for (const url of ${JSON.stringify(urls)}) { try { const x = new XSLTProcessor(); x.importStylesheet(new DOMParser().parseFromString('<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:import href="' + url + '"/></xsl:stylesheet>', 'text/xml')) } catch {} }</script>`,
};

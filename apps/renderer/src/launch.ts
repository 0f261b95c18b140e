// How Chromium is started.
import type { LaunchOptions } from 'playwright-core';
import type { Chromium } from './chromium.ts';

/** Switches of Playwright that would let pages do more than they need. */
const NOT_WANTED = [
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
  '--enable-unsafe-swiftshader',
  '--unsafely-disable-devtools-self-xss-warnings',
];

/** Features that are off. The switch replaces Playwright's, so those that it turns off for a reason that holds here are among them. */
const FEATURES_OFF = [
  'AimEnabled',
  'AutofillServerCommunication',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Prerender2',
  'PrivacySandboxSettings4',
  'SpeculationRules',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebOTP',
  'WebUSB',
  'WebBluetooth',
  // One process a page, so that its memory can be measured and its frames are seen; a context has nothing to steal.
  'IsolateOrigins',
  'site-per-process',
];

/** Nothing listens there, and only the system may. Each context has a proxy of its own; what is of no context has no network. */
const NOWHERE = 'http://127.0.0.1:1';

/** Keeps errors of pages out of the output of the browser. */
const QUIET = '--log-level=3';

export function launchOptions({ path }: Chromium, heapMib: number): LaunchOptions {
  return {
    executablePath: path,
    headless: true,
    // Chromium refuses to sandbox processes of root.
    chromiumSandbox: !runsAsRoot(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
    proxy: { server: NOWHERE, bypass: '<-loopback>' },
    ignoreDefaultArgs: NOT_WANTED,
    args: [
      `--js-flags=--max-old-space-size=${heapMib}`,
      `--disable-features=${FEATURES_OFF.join(',')}`,
      '--disable-site-isolation-trials',
      // It resolves no names: the proxy does. Its own address needs no lookup.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--dns-prefetch-disable',
      '--disable-quic',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-client-side-phishing-detection',
      '--disable-domain-reliability',
      '--disable-notifications',
      '--deny-permission-prompts',
      '--disable-file-system',
      '--disable-speech-api',
      '--disable-print-preview',
      '--disable-gpu',
      '--disable-3d-apis',
      '--disable-accelerated-2d-canvas',
      '--disk-cache-size=1',
      '--media-cache-size=1',
      '--autoplay-policy=user-gesture-required',
      '--no-pings',
      QUIET,
    ],
  };
}

/** Options of a browser that says why it does not start. */
export function outspoken(options: LaunchOptions): LaunchOptions {
  return { ...options, args: options.args?.filter((arg) => arg !== QUIET) ?? [] };
}

/** Whether this process is root's, so that Chromium runs without its sandbox. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

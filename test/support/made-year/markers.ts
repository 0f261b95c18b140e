// Markup that is put into pages, each with the labels that a site has of it. The labels are written down by hand, from what the
// technologies are known by and from how labels are specified, so that they check what finds them.
import type { Label } from '@sitegrep/site';

/** A label that the made year knows to hold. */
export type MadeLabel = readonly [kind: Label, value: string];

export interface Marker {
  readonly id: string;
  /** Texts in lower case: a page that has one of them by itself shows something of the marker, too. */
  readonly traces: readonly string[];
  /** True if it stands in the head of a page or in its text. */
  readonly part: 'head' | 'body';
  /** True if it has versions. */
  readonly isVersioned: boolean;
  /** @param version number of its version, from 0 */
  markup(domain: string, version: number): string;
  labels(domain: string, version: number): readonly MadeLabel[];
}

/** Kinds of markers, which change at rates of their own. */
export type MarkerKind = 'tech' | 'platform' | 'host' | 'email';

const versioned = (major: number) => (version: number) => `${major}.${version}.0`;
const fixed = (): string => '';

/** A technology that is known by the host or the name of its script. */
function technology(
  name: string,
  script: (version: string) => string,
  versionOf: ((version: number) => string) | null = null,
): Marker {
  const write = versionOf ?? fixed;
  const { host, pathname } = new URL(script(write(1)));
  // Of a host that serves many files, only the file tells.
  const isOwnHost = host !== MADE_FILES;
  const file = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/[-.\d].*$/, '');
  return {
    id: name,
    traces: [(isOwnHost ? host.split('.').slice(-2).join('.') : file).toLowerCase(), name.toLowerCase()],
    part: 'head',
    isVersioned: versionOf !== null,
    markup: (_, version) => `<script async src="${script(write(version))}"></script>`,
    labels: (_, version) => [
      ['tech', name],
      ['tech_seen', name],
      ...(isOwnHost ? [scriptHost(host)] : []),
      ...(versionOf === null ? [] : [['tech_version', `${name}\0${write(version)}`] as const]),
    ],
  };
}

/** A platform that a site says it was made with. */
function platform(name: string, generator: string, versionOf: ((version: number) => string) | null): Marker {
  const stated = (version: number): string =>
    versionOf === null ? generator : `${generator} ${versionOf(version)}`;
  return {
    id: name,
    traces: ['generator', name.toLowerCase().split(' ')[0] ?? '', 'wp-'],
    part: 'head',
    isVersioned: versionOf !== null,
    markup: (_, version) => `<meta name="generator" content="${stated(version)}">`,
    labels: (_, version) => [
      ['tech', name],
      ['tech_seen', name],
      ['generator', stated(version)],
      ...(versionOf === null ? [] : [['tech_version', `${name}\0${versionOf(version)}`] as const]),
    ],
  };
}

/** Host of files of technologies without a host of their own. Several of them may be on a page at the same time. */
const MADE_FILES = 'files.made-hosts.example';

const TECHNOLOGIES: readonly Marker[] = [
  technology('Plausible', () => 'https://plausible.io/js/plausible.js'),
  technology('Fathom', () => 'https://cdn.usefathom.com/script.js'),
  technology('Hotjar', () => 'https://static.hotjar.com/c/hotjar-100.js'),
  technology('Crisp Live Chat', () => 'https://client.crisp.chat/l.js'),
  technology('Tawk.to', () => 'https://embed.tawk.to/abc/default'),
  technology('Clicky', () => 'https://static.getclicky.com/js'),
  technology('Smartsupp', () => 'https://www.smartsuppchat.com/loader.js'),
  technology('Olark', () => 'https://static.olark.com/jsclient/loader.js'),
  technology('Cookiebot', () => 'https://consent.cookiebot.com/uc.js'),
  technology('FullStory', () => 'https://edge.fullstory.com/s/fs.js'),
  technology('Mouse Flow', () => 'https://cdn.mouseflow.com/projects/abc.js'),
  technology('Trustpilot', () => 'https://widget.trustpilot.com/bootstrap/widget.min.js'),
  technology('Mixpanel', (version) => `https://cdn.mxpnl.com/libs/mixpanel-${version}.min.js`, versioned(2)),
  technology('Sentry', (version) => `https://browser.sentry-cdn.com/${version}/bundle.min.js`, versioned(7)),
  technology('Handlebars', (version) => `https://${MADE_FILES}/handlebars-v${version}.js`, versioned(4)),
  technology('Vue.js', (version) => `https://${MADE_FILES}/vue-${version}.min.js`, versioned(2)),
];

const PLATFORMS: readonly Marker[] = [
  platform('WordPress', 'WordPress', versioned(6)),
  platform('Ghost', 'Ghost', versioned(5)),
  platform('Hugo', 'Hugo', versioned(0)),
  platform('Hexo', 'Hexo', versioned(6)),
  platform('MediaWiki', 'MediaWiki', versioned(1)),
  platform('PrestaShop', 'PrestaShop', null),
];

/** Hosts of scripts of no technology. */
const HOSTS: readonly Marker[] = Array.from({ length: 200 }, (_, number) => madeHost(`cdn-${number}`));

/** Markers by which the two variants of a site that alternates between them differ. */
export const VARIANTS: readonly [Marker, Marker] = [madeHost('variant-a'), madeHost('variant-b')];

function madeHost(name: string): Marker {
  const host = `${name}.made-hosts.example`;
  return {
    id: host,
    traces: [],
    part: 'head',
    isVersioned: false,
    markup: () => `<script src="https://${host}/lib.js"></script>`,
    labels: () => [scriptHost(host)],
  };
}

function scriptHost(host: string): MadeLabel {
  return ['host', `${host.split('.').toReversed().join('.')}\0st`];
}

const EMAILS: readonly Marker[] = Array.from({ length: 10 }, (_, number) => ({
  id: `office-${number}`,
  traces: [],
  part: 'body',
  isVersioned: false,
  markup: (domain) =>
    `<p>Write to us: <a href="mailto:office-${number}@${domain}">office-${number}@${domain}</a></p>`,
  labels: (domain) => [['email', `office-${number}@${domain}`]],
}));

export const MARKERS: Readonly<Record<MarkerKind, readonly Marker[]>> = {
  tech: TECHNOLOGIES,
  platform: PLATFORMS,
  host: HOSTS,
  email: EMAILS,
};

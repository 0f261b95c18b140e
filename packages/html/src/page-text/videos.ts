import { isJsonLdObject, type JsonLdObject, parseJsonLd } from '../json-ld.ts';
import { foldedValue } from '../text.ts';

/** A video that a page has or describes. Texts are as the page states them; null if it does not. */
export interface PageVideo {
  readonly name: string | null;
  readonly description: string | null;
  readonly thumbnailUrl: string | null;
  /** ISO 8601 date or time. */
  readonly uploadDate: string | null;
  /** ISO 8601 duration, or a number of seconds. */
  readonly duration: string | null;
  /** Address of the player. */
  readonly embedUrl: string | null;
  /** Address of the file. */
  readonly contentUrl: string | null;
  /** Address of its page; null: the page that states it. */
  readonly url: string | null;
  readonly views: number | null;
  readonly channel: string | null;
  readonly channelUrl: string | null;
  readonly isLive: boolean | null;
}

const MAX_VIDEOS = 50;
/** Maximum characters of JSON-LD per page, and values in it. */
const MAX_JSON_LD = 512 * 1_024;
const MAX_VALUES = 20_000;

const NOTHING: PageVideo = {
  name: null,
  description: null,
  thumbnailUrl: null,
  uploadDate: null,
  duration: null,
  embedUrl: null,
  contentUrl: null,
  url: null,
  views: null,
  channel: null,
  channelUrl: null,
  isLive: null,
};

/** Players in frames, by their address. */
const PLAYERS =
  /^(?:https?:)?\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|(?:geo\.)?dailymotion\.com\/(?:embed\/video\/|player))/i;

/**
 * Collects the videos of a page: `VideoObject` in JSON-LD, then that of its Open Graph metas, then players in frames. A video
 * with the player of an earlier one is the same.
 */
export class VideoCollector {
  readonly #stated: PageVideo[] = [];
  readonly #metas = new Map<string, string>();
  readonly #frames = new Set<string>();
  #jsonLd = MAX_JSON_LD;

  addJsonLd(script: string): void {
    if (!script.includes('VideoObject')) return;
    this.#jsonLd -= script.length;
    if (this.#jsonLd < 0) return;
    const pending: unknown[] = [parseJsonLd(script)];
    for (let seen = 0; pending.length > 0 && seen < MAX_VALUES; seen++) {
      const value = pending.pop();
      if (Array.isArray(value)) {
        const entries: readonly unknown[] = value;
        pending.push(...entries.slice(0, MAX_VALUES).toReversed());
      } else if (isJsonLdObject(value)) {
        if (hasType(value, 'VideoObject')) this.#add(videoOf(value));
        pending.push(
          ...Object.values(value)
            .filter((child) => typeof child === 'object')
            .toReversed(),
        );
      }
    }
  }

  /** @param key name or property of a meta, in lower case */
  addMeta(key: string, content: string): void {
    if (/^(?:og:|video:|twitter:player)/.test(key) && !this.#metas.has(key)) this.#metas.set(key, content);
  }

  addFrame(src: string): void {
    if (PLAYERS.test(src) && this.#frames.size < MAX_VIDEOS) this.#frames.add(src.trim());
  }

  videos(): readonly PageVideo[] {
    const graph = this.#ofMetas();
    const all = [
      ...this.#stated,
      ...(graph === null ? [] : [graph]),
      ...Array.from(this.#frames, (src): PageVideo => ({ ...NOTHING, embedUrl: absolute(src) })),
    ];
    const seen = new Set<string>();
    return all
      .filter((video) => {
        const keys = [video.embedUrl, video.contentUrl].filter((key) => key !== null).map(playerKey);
        const isNew = keys.length === 0 || !keys.some((key) => seen.has(key));
        for (const key of keys) seen.add(key);
        return isNew;
      })
      .slice(0, MAX_VIDEOS);
  }

  #add(video: PageVideo): void {
    if (this.#stated.length < MAX_VIDEOS && (video.name ?? video.embedUrl ?? video.contentUrl) !== null)
      this.#stated.push(video);
  }

  #ofMetas(): PageVideo | null {
    const meta = (...keys: readonly string[]): string | null =>
      keys.map((key) => foldedValue(this.#metas.get(key) ?? '')).find((value) => value !== null) ?? null;
    const player = absolute(meta('og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player') ?? '');
    if (player === null) return null;
    const isFile = (meta('og:video:type') ?? '').startsWith('video/');
    return {
      ...NOTHING,
      name: meta('og:title'),
      description: meta('og:description'),
      thumbnailUrl: absolute(meta('og:image:secure_url', 'og:image') ?? ''),
      uploadDate: meta('video:release_date', 'og:video:release_date'),
      duration: meta('video:duration', 'og:video:duration'),
      embedUrl: isFile ? null : player,
      contentUrl: isFile ? player : null,
      url: absolute(meta('og:url') ?? ''),
    };
  }
}

function videoOf(node: JsonLdObject): PageVideo {
  const publisher =
    firstObject(node['author']) ?? firstObject(node['publisher']) ?? firstObject(node['creator']);
  const publication = firstObject(node['publication']);
  const live = publication?.['isLiveBroadcast'];
  return {
    name: textOf(node['name']) ?? textOf(node['headline']),
    description: textOf(node['description']),
    thumbnailUrl: urlOf(node['thumbnailUrl']) ?? urlOf(node['thumbnail']),
    uploadDate: textOf(node['uploadDate']) ?? textOf(node['datePublished']),
    duration: textOf(node['duration']),
    embedUrl: urlOf(node['embedUrl']) ?? urlOf(node['embedURL']),
    contentUrl: urlOf(node['contentUrl']) ?? urlOf(node['contentURL']),
    url: urlOf(node['url']),
    views: viewsOf(node),
    channel: publisher === null ? textOf(node['author']) : textOf(publisher['name']),
    channelUrl: publisher === null ? null : urlOf(publisher['url']),
    isLive: typeof live === 'boolean' ? live : null,
  };
}

function viewsOf(node: JsonLdObject): number | null {
  const statistics: readonly unknown[] = Array.isArray(node['interactionStatistic'])
    ? node['interactionStatistic'].slice(0, 20)
    : [node['interactionStatistic']];
  for (const statistic of statistics) {
    if (!isJsonLdObject(statistic)) continue;
    const type = JSON.stringify(statistic['interactionType'] ?? '');
    const count = countOf(statistic['userInteractionCount']);
    if (/WatchAction/.test(type) && count !== null) return count;
  }
  return countOf(node['interactionCount']);
}

function countOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function textOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  return typeof first === 'string' ? foldedValue(first) : null;
}

/** An address: a text, the first of a list, or that of a thing. */
function urlOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return absolute(first.trim());
  if (!isJsonLdObject(first)) return null;
  const named = first['url'] ?? first['contentUrl'] ?? first['@id'];
  return typeof named === 'string' ? absolute(named.trim()) : null;
}

/** An absolute http(s) address of at most 2,048 characters; null for any other text. */
function absolute(text: string): string | null {
  const url = text.length > 2_048 ? null : URL.parse(text.startsWith('//') ? `https:${text}` : text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** A player's address without what differs between two embeddings. */
function playerKey(url: string): string {
  return url
    .replace(/[?#].*$/, '')
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace('youtube-nocookie', 'youtube');
}

function firstObject(value: unknown): JsonLdObject | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonLdObject(first) ? first : null;
}

function hasType(node: JsonLdObject, name: string): boolean {
  const type = node['@type'];
  return type === name || (Array.isArray(type) && type.slice(0, 20).includes(name));
}

// Profiles of the owner of a page: in links, `rel=me`, metas, widgets of networks and `sameAs`. Accounts of others that the page
// mentions are left out.
import { copied } from '@sitegrep/html';
import { profileKey, type SocialProfile, uniqueOf } from '@sitegrep/site';
import { parse } from 'tldts';
import type { DocumentParts, OutsideLink } from '../document/document-parts.ts';
import { ZONES, type Zones } from '../ownership/zones.ts';
import { type LinkBase, ownBeginning } from '../links/links.ts';
import { siteDomain } from '../ownership/site-domain.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { isOfPlatform } from './platform-accounts.ts';
import {
  absoluteAddress,
  leadsToNetwork,
  mastodonProfileUrl,
  socialProfileUrl,
  xProfileUrl,
} from './profile-urls.ts';
import { sameAsUrls } from './same-as.ts';

const MAX_PROFILES = 100;
/** Maximum characters of a profile as it is written. */
const MAX_WRITTEN = 200;

/** Metas whose content is the address of a profile of the site. */
const PROFILE_METAS = new Set(['og:see_also', 'article:publisher']);

/** Unique, at most 100, in the order of the kinds of places. @param base base URL of links */
export function socialProfiles(
  parts: DocumentParts,
  base: LinkBase,
  owner: SiteOwner,
): readonly SocialProfile[] {
  const found = new ProfileCollector(owner);
  const own = ownBeginning(base.url);
  const isNetwork = leadsToNetwork(own);
  for (const link of parts.outsideLinks) {
    if (!isNetwork && link.href.startsWith(own)) continue;
    const url = absoluteAddress(link.href, base);
    const profile = url === null ? null : socialProfileUrl(url);
    if (profile === null || found.has(profile) || namesOtherSite(link.text, owner)) continue;
    found.add(profile, 'link', link.href, isOwnLink(link, parts.zones, owner));
    if (OF_PERSON.test(profile) && isOfStaff(profile, link, parts.zones, owner)) found.addStaff(profile);
  }
  const linked = (hrefs: Iterable<string>, profileOf = socialProfileUrl): void => {
    for (const href of hrefs) {
      const url = absoluteAddress(href, base);
      if (url !== null) found.add(profileOf(url), 'link', href);
    }
  };
  linked(linkedAsMe(parts));
  linked(parts.meHrefs, mastodonProfileUrl);
  linked(linkedAsMe(parts), mastodonProfileUrl);
  for (const { key, content } of parts.metas) {
    if (PROFILE_METAS.has(key)) found.add(socialProfileUrl(content.trim()), 'structured_data', content);
    else if (key === 'twitter:site') found.add(xProfileUrl(content), 'structured_data', content);
    else if (key === 'twitter:creator') found.add(xProfileUrl(content), 'structured_data', content, false);
  }
  for (const href of parts.sameAsHrefs) {
    const url = absoluteAddress(href, base);
    if (url !== null) found.add(socialProfileUrl(url), 'structured_data', href);
  }
  for (const { href, written, tag } of parts.boxes) {
    const url = absoluteAddress(href, base);
    const profile = url === null ? null : socialProfileUrl(url);
    found.add(profile, 'link', written, (parts.zones.of(tag) & OTHERS) === 0);
  }
  const sameAs = sameAsUrls(parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text));
  for (const url of sameAs.own) found.add(socialProfileUrl(url), 'structured_data', url);
  for (const url of sameAs.others) found.add(socialProfileUrl(url), 'structured_data', url, false);
  return found.profiles();
}

/** Collects the profiles of a page, and those that may be the owner's. */
class ProfileCollector {
  readonly #owner: SiteOwner;
  readonly #own = new Map<string, SocialProfile>();
  /** Names of accounts of the owner. */
  readonly #handles = new Set<string>();
  /** Profiles of persons, which count only if the organisation has none of its own there. */
  readonly #staff = new Set<string>();
  /** Profiles in places where others are mentioned. They count if the owner has the same name elsewhere. */
  readonly #mentioned = new Map<string, SocialProfile>();

  constructor(owner: SiteOwner) {
    this.#owner = owner;
  }

  has(profile: string): boolean {
    return this.#own.has(profile);
  }

  /** @param profile canonical; null if the place shows none  @param isOwn whether the place is the owner's */
  add(profile: string | null, source: SocialProfile['source'], written: string, isOwn = true): void {
    if (profile === null || this.#own.size >= MAX_PROFILES || isOfPlatform(profile, this.#owner)) return;
    const handle = handleOf(profile);
    const kept = isOwn || this.#owner.resembles(handle) ? this.#own : this.#mentioned;
    if (kept === this.#own && handle.length >= MIN_HANDLE) this.#handles.add(handle);
    if (kept.has(profile) || kept.size >= MAX_PROFILES) return;
    const origin = { source, written: copied(written.trim().slice(0, MAX_WRITTEN).toWellFormed()) };
    kept.set(copied(profile), { profile, ...origin });
  }

  addStaff(profile: string): void {
    this.#staff.add(profile);
  }

  profiles(): readonly SocialProfile[] {
    for (const [profile, one] of this.#mentioned)
      if (this.#handles.has(handleOf(profile)) && !this.#own.has(profile)) this.#own.set(profile, one);
    const unique = uniqueOf(this.#own.values(), ({ profile }) => profileKey(profile), MAX_PROFILES);
    const hasOrganisation = unique.some(({ profile }) => OF_ORGANISATION.test(profile));
    return withoutTeam(
      unique.filter(({ profile }) => !hasOrganisation || !this.#staff.has(profile)),
      this.#owner,
    );
  }
}

/** Number of accounts at one network, beside the one with the name of the site, from which on they are of those who work there. */
const MIN_TEAM = 3;

/** Profiles without those of a team: three or more at a network where another profile has the name of the site. */
function withoutTeam(profiles: readonly SocialProfile[], owner: SiteOwner): readonly SocialProfile[] {
  const others = new Map<string, number>();
  const named = new Set<string>();
  for (const { profile } of profiles) {
    const { host } = new URL(profile);
    if (owner.resembles(handleOf(profile))) named.add(host);
    else others.set(host, (others.get(host) ?? 0) + 1);
  }
  return profiles.filter(({ profile }) => {
    const { host } = new URL(profile);
    return !named.has(host) || (others.get(host) ?? 0) < MIN_TEAM || owner.resembles(handleOf(profile));
  });
}

/** Minimum length of a name that tells whose account it is. */
const MIN_HANDLE = 4;

/** The name of an account, without the address around it: `acme` of `https://x.com/acme` or `https://acme.tumblr.com`. */
function handleOf(profile: string): string {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)\/?(.*)$/.exec(profile) ?? [];
  const page = /^pages\/([^/]+)\/\d+$/.exec(path)?.[1];
  const name = page ?? (path === '' ? host.replace(/\..*$/, '') : path.slice(path.lastIndexOf('/') + 1));
  return name.replace(/^@/, '').toLowerCase();
}

/** Parts of a page where widgets of networks show the profile of somebody else. */
const OTHERS = ZONES.author | ZONES.comment;

/** Text before a link or in it by which the owner offers the own account. */
const OFFERED =
  /\b(?:(?:follow|like|join|find|visit|see|watch|connect with|keep up with|subscribe to|on|with) (?:me|us|our|my)|(?:follow|like) (?:me|us|our|my)\b.{0,40}|folg(?:t|en sie|e) (?:uns|mir)|suivez[- ](?:nous|moi)|s[ií]gu?enos|seguici|siga-?nos|volg (?:ons|mij)|följ oss|følg oss|seuraa meitä|obserwuj nas|dołącz do nas|подписывайтесь на нас|мы в)(?![\p{L}])[^.!?]{0,60}$/iu;
/** Text before a link that credits somebody. */
const CREDITED = /(?:\b(?:by|via|von|par|por|photos?|foto|©)|Foto:|Photo:)\W{0,3}$/iu;
const NETWORK_NAMES =
  /^[^\p{L}]*(?:(?:follow|like|find|join|visit|see|watch|subscribe|our|us|me|on|to|the|at|via|my|page|channel|profile|official|opens?|in|a|new|window|tab|icon|logo|link)\b[^\p{L}]*)*(?:(?:facebook|fb|instagram|insta|twitter|x|linkedin|youtube|pinterest|tiktok|threads|bluesky|github|gitlab|telegram|whatsapp|reddit|medium|vimeo|soundcloud|spotify|twitch|discord|vk|tumblr|flickr|behance|dribbble|snapchat|yelp|patreon|substack|google ?\+|google plus|xing|mastodon|weibo|myspace)\b[^\p{L}]*)?(?:(?:page|channel|profile|account|icon|logo|opens?|in|a|new|window|tab|link)\b[^\p{L}]*)*$/iu;
/** Profiles of persons, which pages of organisations show of their staff, and of organisations. */
const OF_PERSON = /^https:\/\/linkedin\.com\/(?:in|pub)\//;
const OF_ORGANISATION = /^https:\/\/linkedin\.com\/(?:company|school|showcase)\//;

/** Tells whether the profile of a person is outside of the frame of the page, and the site is not that person's. */
function isOfStaff(profile: string, { tag }: OutsideLink, around: Zones, owner: SiteOwner): boolean {
  return (around.of(tag) & ZONES.frame) === 0 && !owner.resembles(handleOf(profile));
}

/** Tells whether a link to a profile is in a place where the owner shows the own accounts. */
function isOwnLink({ tag, before, text }: OutsideLink, around: Zones, owner: SiteOwner): boolean {
  const zones = around.of(tag);
  const others = ZONES.comment | ZONES.quotation | ZONES.code | ZONES.caption;
  if ((zones & others) !== 0 || CREDITED.test(before)) return false;
  const namesNetwork = NETWORK_NAMES.test(text);
  if ((zones & ZONES.others) !== 0) return namesNetwork && text.trim() !== '';
  const isOffered = OFFERED.test(before) || OFFERED.test(text);
  if ((zones & ZONES.author) !== 0) return isOffered;
  const isFrame = (zones & ZONES.frame) !== 0;
  if ((zones & ZONES.article) !== 0 && (zones & ZONES.page) === 0 && owner.pageKind !== 'owner')
    return isOffered || (namesNetwork && (isFrame || owner.pageKind === 'home'));
  return true;
}

/** A host in the text of a link. */
const HOST_IN_TEXT = /(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|[a-z]{2})(?![\w./-]*\w)/i;

/** Tells whether the text of a link says that the account is that of another site: `Slate.com on Facebook` at slate.fr. */
function namesOtherSite(text: string, owner: SiteOwner): boolean {
  if (!text.includes('.')) return false;
  const host = HOST_IN_TEXT.exec(text)?.[0].toLowerCase();
  if (host === undefined || leadsToNetwork(`https://${host}`)) return false;
  if (parse(host).isIcann !== true) return false;
  const site = siteDomain(host);
  return site !== owner.domain && !isMisspelt(site, owner.domain);
}

/** Tells whether a name has one letter more, less or otherwise than another one. */
function isMisspelt(name: string, meant: string): boolean {
  if (Math.abs(name.length - meant.length) > 1 || meant.length < MIN_MISSPELT) return false;
  let start = 0;
  while (start < meant.length && name[start] === meant[start]) start += 1;
  const rest = (text: string, skipped: number): string => text.slice(start + skipped);
  return (
    rest(name, 1) === rest(meant, 1) || rest(name, 1) === rest(meant, 0) || rest(name, 0) === rest(meant, 1)
  );
}
const MIN_MISSPELT = 10;

function linkedAsMe(parts: DocumentParts): readonly string[] {
  return parts.headLinks
    .filter(({ rel }) => rel.includes('me') || rel.includes('publisher'))
    .map(({ href }) => href);
}

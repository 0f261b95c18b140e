// Decides whether a page is a stand-in: by its title together with its markup, on pages of little text alone. An ordinary page
// that names a server, a firm or a number has neither.
import { CHALLENGES } from './challenges.ts';
import { CONSENT_WALLS } from './consent-walls.ts';
import { DEFAULT_PAGES } from './default-pages.ts';
import type { StandIn } from './kinds.ts';
import { saysNotFound } from './not-found.ts';
import { PARKED } from './parked.ts';
import type { Signature } from './signature.ts';

/** Maximum length of a source that is looked at. */
const MAX_SOURCE = 131_072;
/** Maximum characters of a title that are read. */
const MAX_TITLE = 300;
/** Maximum characters of visible text. */
const MAX_TEXT = 8_000;
/** Maximum characters of text of a page without a page. */
const MAX_NOT_FOUND = 4_000;

export interface RecognisedStandIn {
  readonly kind: StandIn;
  /** The program or the firm that makes it; null if anybody may. */
  readonly maker: string | null;
}

const SIGNATURES: readonly Signature[] = [...CHALLENGES, ...DEFAULT_PAGES, ...PARKED, ...CONSENT_WALLS];
const TITLED = SIGNATURES.filter(({ title }) => title !== null);
const UNTITLED = SIGNATURES.filter(({ title }) => title === null);

/** Maximum length of the source and of the text of a page that a signature without a title is looked for in. */
const MAX_UNTITLED_SOURCE = 65_536;
const MAX_UNTITLED_TEXT = 2_500;
/** Texts of which every page of a signature without a title has one. */
const HINTS =
  /_cf_chl_opt|captcha-delivery\.com|_Incapsula_Resource|\/_sec\/|sec-if-cpt|bm-verify|gokuProps|px-captcha|\/TSPD\/|bobcmn|anubis_|within\.website|aliyun_waf|aliyun_captchaid|__qrator|sgcaptcha|slowAES|adsense\/domains|adblockkey|window\.park|sedoparking|parkingcrew|d38psrni17bvxu|parking-lander|LANDER_SYSTEM|["']\/lander["']|parkingpage|parkingsite|trellian|parklogic|domaincntrol|parking\.namesilo|parking\.reg\.ru|reg\.ru\/parking|networksolutions|dynadot|consent\.google|consent\.youtube|consent-form|dpgmedia|\/consent\/tcf|privacywall/;

/**
 * The kind of stand-in that a page is, and who makes it; null for other pages.
 *
 * @param title as it is written, character references decoded; empty for none
 * @param text visible text, white space as it is written
 */
export function standInOf(title: string, source: string, text: string): RecognisedStandIn | null {
  if (source.length > MAX_SOURCE || text.length > MAX_TEXT) return null;
  const name = title.slice(0, MAX_TITLE).replaceAll(/\s+/g, ' ').trim();
  const length = text.length;
  const found =
    (mayBeUntitled(source, length)
      ? UNTITLED.find((signature) => fits(signature, source, length))
      : undefined) ??
    TITLED.find((signature) => signature.title?.test(name) === true && fits(signature, source, length));
  if (found !== undefined) return { kind: found.kind, maker: found.maker };
  const isMissing = length <= MAX_NOT_FOUND && saysNotFound(name, source, text);
  return isMissing ? { kind: 'soft_404', maker: null } : null;
}

function mayBeUntitled(source: string, textLength: number): boolean {
  return textLength <= MAX_UNTITLED_TEXT && source.length <= MAX_UNTITLED_SOURCE && HINTS.test(source);
}

function fits({ marks, maxText }: Signature, source: string, textLength: number): boolean {
  return textLength <= maxText && marks.every((mark) => mark.test(source));
}

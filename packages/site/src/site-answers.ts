// What a site answers besides its pages, as facts.

/** Answers of a site besides its pages, on the record of its home page. */
export interface SiteAnswers {
  /** Well-known files that were requested, in code point order of their names. */
  readonly files: readonly SiteFile[];
  /** Verdicts of robots.txt on known agents, as `verdictsOn` reads them; null if it was not read. */
  readonly agents: AgentVerdicts | null;
  /** Certificate of the host; null over http, or if it is not known. */
  readonly certificate: SiteCertificate | null;
  /** Icon of the site; null if there is none, or if it was not requested. */
  readonly icon: SiteIcon | null;
}

/** A well-known file of a site. */
export interface SiteFile {
  /** Name, such as `llms.txt`. */
  readonly name: string;
  /** Status of the answer; null if there was none. */
  readonly status: number | null;
  /** True if the answer is such a file, and not a page that stands in for one. */
  readonly isReal: boolean;
  /** Why it is none, in words, or null. */
  readonly reason: string | null;
  /** Bytes of the file as it is stored. */
  readonly bytes: number;
  /** True if it was longer than what is stored. */
  readonly truncated: boolean;
  /** Digest of the text that is stored; null if none is. */
  readonly digest: string | null;
}

/** Verdicts of robots.txt on an agent: it may fetch nothing, some of the site, or all of it. */
export const ROBOTS_VERDICTS = ['blocked', 'partly', 'allowed'] as const;
export type RobotsVerdict = (typeof ROBOTS_VERDICTS)[number];

/** Verdicts on the known agents, most of which robots.txt does not name. */
export interface AgentVerdicts {
  /** The verdict on those that are not in `named`. */
  readonly others: RobotsVerdict;
  /** Agents with another verdict, in code point order of their names. */
  readonly named: readonly AgentVerdict[];
}

export interface AgentVerdict {
  /** Product token of the agent, such as `GPTBot`. */
  readonly agent: string;
  readonly verdict: RobotsVerdict;
}

/** Certificate of a host. */
export interface SiteCertificate {
  /** Organisation and common name of the issuer, a blank between; null if it states neither. */
  readonly issuer: string | null;
  /** Names that it is for, in lower case, in code point order, at most 100. */
  readonly names: readonly string[];
  /** Number of all its names. */
  readonly nameCount: number;
  /** First and last second of its validity, in milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Version of TLS of the connection, such as `TLSv1.3`. */
  readonly tls: string;
}

/** Icon of a site. */
export interface SiteIcon {
  /** Address that it came from; `data:` alone if it is in the page. */
  readonly url: string;
  /** Bytes as received. */
  readonly bytes: number;
  /** MurmurHash3, 32 bits, signed, of the Base64 of the bytes in lines of 76 characters. */
  readonly mmh3: number;
  /** Hexadecimal, lower case. */
  readonly md5: string;
  readonly sha256: string;
  /** Perceptual hash of 64 bits, hexadecimal; null if the icon is not decoded. */
  readonly phash: string | null;
  /** The icon as PNG of at most 32 × 32 pixels that was written anew, in Base64; null if it is not decoded. */
  readonly png: string | null;
  /** Why it is not decoded, in words that follow its name, such as `ends early`; null if it is. */
  readonly problem: string | null;
}

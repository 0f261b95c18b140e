// The engines whose queries are translated, each with the reader of its language.
import { fofa } from './dialects/fofa.ts';
import { github } from './dialects/github.ts';
import { publicwww } from './dialects/publicwww.ts';
import { shodan } from './dialects/shodan.ts';
import { urlscan } from './dialects/urlscan.ts';
import { wappalyzer } from './dialects/wappalyzer.ts';
import { zoekt } from './dialects/zoekt.ts';
import type { Dialect } from './meaning.ts';

export const ENGINES = ['publicwww', 'fofa', 'shodan', 'urlscan', 'zoekt', 'github', 'wappalyzer'] as const;
export type Engine = (typeof ENGINES)[number];

export const DIALECTS: Readonly<Record<Engine, Dialect>> = {
  publicwww,
  fofa,
  shodan,
  urlscan,
  zoekt,
  github,
  wappalyzer,
};

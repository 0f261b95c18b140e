import type { ToolApi } from './port.ts';
import type { Tool } from './tool.ts';
import { CRAWL_TOOLS } from './tools/crawls.ts';
import { DOMAIN_TOOLS } from './tools/domains.ts';
import { SEARCH_TOOLS } from './tools/search.ts';
import { SOURCE_TOOLS } from './tools/source.ts';
import { TECHNOLOGY_TOOLS } from './tools/technologies.ts';
import { TREND_TOOLS } from './tools/trends.ts';
import { VERSION_TOOLS } from './tools/versions.ts';
import { WEB_TOOLS } from './tools/web.ts';

/** All tools, in the order in which clients list them. */
const TOOLS: readonly Tool[] = [
  ...SEARCH_TOOLS,
  ...DOMAIN_TOOLS,
  ...SOURCE_TOOLS,
  ...VERSION_TOOLS,
  ...TECHNOLOGY_TOOLS,
  ...TREND_TOOLS,
  ...WEB_TOOLS,
  ...CRAWL_TOOLS,
];

/** The tools that a key has. */
export async function toolsFor({ scopes }: ToolApi, signal: AbortSignal): Promise<readonly Tool[]> {
  const known = await scopes(signal);
  return TOOLS.filter(({ scope }) => known.has(scope));
}

/** A sentence about a tool that a key does not have. */
export function noSuchTool(name: string, had: readonly Tool[]): string {
  const shown = JSON.stringify(name.slice(0, 100));
  const tool = TOOLS.find((one) => one.name === name);
  if (tool !== undefined)
    return `The tool ${shown} needs a key with the scope "${tool.scope}"; use another key.`;
  return `There is no tool ${shown}; the tools are ${had.map((one) => one.name).join(', ')}.`;
}

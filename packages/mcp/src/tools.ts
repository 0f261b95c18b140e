import type { ToolApi } from './port.ts';
import type { Tool } from './tool.ts';
import { CRAWL_TOOLS } from './tools/crawls.ts';
import { DOMAIN_TOOLS } from './tools/domains.ts';
import { SEARCH_TOOLS } from './tools/search.ts';
import { SOURCE_TOOLS } from './tools/source.ts';
import { TECHNOLOGY_TOOLS } from './tools/technologies.ts';
import { WEB_TOOLS } from './tools/web.ts';

/** All tools, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...SEARCH_TOOLS,
  ...DOMAIN_TOOLS,
  ...SOURCE_TOOLS,
  ...TECHNOLOGY_TOOLS,
  ...WEB_TOOLS,
  ...CRAWL_TOOLS,
];

/** The tools that a key has. */
export async function toolsFor({ mayCrawl }: ToolApi, signal: AbortSignal): Promise<readonly Tool[]> {
  const isAdmin = await mayCrawl(signal);
  return TOOLS.filter((tool) => isAdmin || !tool.isForAdmins);
}

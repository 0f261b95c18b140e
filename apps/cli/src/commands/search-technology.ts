// Options that give the pages which fulfil a saved search a technology.
import type { PutSavedSearchRequest } from '@sitegrep/client';
import type { Command } from 'commander';
import { CommandFailed } from '../failure.ts';

export interface TechnologyOptions {
  readonly technology?: string;
  readonly category: readonly string[];
  readonly website?: string;
  readonly versionPattern?: string;
}

export function withTechnologyOptions(command: Command): Command {
  return command
    .option(
      '--technology <name>',
      'technology that the pages have which fulfil it; needs --level page, --shared and --category',
    )
    .option(
      '--category <category>',
      'category of the technology, as content.cms; repeatable',
      (value: string, previous: readonly string[]) => [...previous, value],
      [],
    )
    .option('--website <url>', 'address of the technology')
    .option('--version-pattern <pattern>', 'pattern of the version in the source, with one group');
}

/** The technology that options name, as a request has it. @throws CommandFailed if options do not go together */
export function technologyIn({
  technology: name,
  category: categories,
  website,
  versionPattern: version,
}: TechnologyOptions): Pick<PutSavedSearchRequest, 'technology'> {
  if (name === undefined) {
    if (categories.length > 0 || (website ?? version) !== undefined)
      throw new CommandFailed(
        '--category, --website and --version-pattern are of a technology: add --technology.',
      );
    return {};
  }
  if (categories.length === 0)
    throw new CommandFailed('--technology needs a category: add --category, as --category content.cms.');
  return { technology: { name, categories: [...categories], website, version } };
}

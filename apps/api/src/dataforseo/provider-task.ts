// What tasks that providers answer share.
import { formatTimestamp } from '@sitegrep/contract';
import type { ProviderChains } from '@sitegrep/providers';
import type { FastifyReply } from 'fastify';
import type { AskProviders } from '../providers/provider-operation.ts';
import type { TaskExchange } from './tasks.ts';

/** Asks the providers within the exchange of a task. @throws Failure */
export type AskForTask = <Data>(
  ask: AskProviders<Data>,
  body: object,
  exchange: TaskExchange,
) => Promise<Data>;

export function askForTask(providers: ProviderChains, stopping: AbortSignal): AskForTask {
  return async (ask, body, exchange) => (await ask(providers, body, { ...exchange, stopping })).data;
}

export const GOOGLE = { api: 'serp', function: 'live', se: 'google' };

/** Fields that are given. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/** Fields that only DataForSEO knows: null. */
export function nulls<const Names extends readonly string[]>(
  names: Names,
): { readonly [Name in Names[number]]: null } {
  return Object.fromEntries(names.map((name) => [name, null])) as { readonly [Name in Names[number]]: null };
}

/** Types of items, each once. */
export function typesOf(items: readonly { readonly type: string }[]): readonly string[] {
  return [...new Set(items.map(({ type }) => type))];
}

/** When the provider answered, which may have been before: its answer may come from the cache. */
export function answeredAt(reply: FastifyReply): string {
  return formatTimestamp(Date.now() - Number(reply.getHeader('age') ?? 0) * 1_000);
}

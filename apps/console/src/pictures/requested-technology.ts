import { conditionsOf } from '../query/language.ts';

/** The technology that a query asks for by a condition of its own, with any range of versions; null: none, or several. */
export function requestedTechnology(query: string): string | null {
  const names = new Set(conditionsOf(query).flatMap((condition) => technologyOf(condition) ?? []));
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? null : only;
}

function technologyOf(condition: string): string | null {
  const [, quoted, plain] = /^tech:(?:"((?:[^"\\]|\\.)+)"|([^\s",():]+))$/s.exec(condition) ?? [];
  const [name = ''] = (quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? '').split('@');
  return name === '' || name.includes(',') ? null : name;
}

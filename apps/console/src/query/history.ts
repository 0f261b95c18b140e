// Queries that were asked lately and those that were saved, in this browser only.
const MAX_RECENT = 20;
const MAX_SAVED = 100;

function read(name: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    // Something else wrote there: it is as if nothing had been stored.
    return [];
  }
}

function put(name: string, query: string, max: number): void {
  const others = read(name).filter((one) => one !== query);
  localStorage.setItem(name, JSON.stringify([query, ...others].slice(0, max)));
}

const RECENT = 'sitegrep.recent';
const SAVED = 'sitegrep.saved';

export const recentQueries = (): readonly string[] => read(RECENT);
export const savedQueries = (): readonly string[] => read(SAVED);

export function noteQuery(query: string): void {
  if (query.trim() !== '') put(RECENT, query, MAX_RECENT);
}

export function saveQuery(query: string): void {
  put(SAVED, query, MAX_SAVED);
}

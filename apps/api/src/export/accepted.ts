import { EXPORT_TYPES, type ExportFormat } from './format.ts';

const FORMATS: readonly ExportFormat[] = ['ndjson', 'csv'];

/**
 * Which export a client prefers (RFC 9110, 12.5.1).
 *
 * @returns null if it names none, or JSON rather: who takes anything gets JSON
 */
export function acceptedExport(accept: string | undefined): ExportFormat | null {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const number = weight === undefined ? 1 : Number(weight);
    weights.set(type, number >= 0 && number <= 1 ? number : 0);
  }
  const json = weights.get('application/json') ?? 0;
  const offered = FORMATS.map((format) => ({ format, weight: weights.get(EXPORT_TYPES[format]) ?? 0 }));
  const best = offered.reduce((one, other) => (other.weight > one.weight ? other : one));
  return best.weight > 0 && best.weight >= json ? best.format : null;
}

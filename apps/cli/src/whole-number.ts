import { InvalidArgumentError } from 'commander';

/** Reads the value of an option. @throws InvalidArgumentError */
export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
}

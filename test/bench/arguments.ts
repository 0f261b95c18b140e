// What the benchmarks' options say, or the end of the process.

export function numberOf(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || text === '')
    refuse(`--${option} takes integers from ${least}, not ${JSON.stringify(text)}`);
  return number;
}

export function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

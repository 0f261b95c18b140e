import { expect } from 'vitest';
import type { WebSerpAnswer, WebSerpRequest } from '../ports.ts';
import type { Subject } from './subject.ts';
import { describeProvider } from './suite.ts';
import { expectPlain, expectRising, expectWebUrl } from './expectations.ts';

export function describeWebSerp(subject: Subject<'web-serp'>): void {
  describeProvider(subject, expectWebSerp);
}

function expectWebSerp({ results }: WebSerpAnswer, { depth }: WebSerpRequest): void {
  expectRising(results);
  const groups = new Map<string, number>();
  for (const result of results) {
    const group = (groups.get(result.type) ?? 0) + 1;
    groups.set(result.type, group);
    expect(result.rankGroup).toBe(group);
    expectWebUrl(result.url);
    expect(result.domain).toBe(new URL(result.url).hostname);
    for (const text of [result.title, result.description, result.breadcrumb]) expectPlain(text);
    if (result.type === 'featured_snippet') expect(result.breadcrumb).toBeNull();
  }
  expect(groups.get('organic') ?? 0).toBeLessThanOrEqual(depth);
}

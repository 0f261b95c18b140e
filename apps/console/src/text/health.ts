/** A service at the beginning of a sentence. */
function named(service: string): string {
  return service === '' ? 'Something' : `${service.slice(0, 1).toUpperCase()}${service.slice(1)}`;
}

/** Texts on the state of the server, and of what is shown while it is away. */
export const HEALTH_TEXT = {
  label: 'Server',
  states: {
    checking: 'Checking …',
    ready: 'Ready',
    degraded: 'Degraded',
    down: 'Down',
    unreachable: 'Unreachable',
  },
  meaning: {
    checking: 'Whether the server is ready is not known yet.',
    ready: 'Everything that the server depends on answers.',
    degraded: 'Searches work, but not everything does.',
    down: 'The server runs, but something does not answer without which nothing can be searched.',
    unreachable:
      'The server does not answer. Start it, or check the network to it. This page tries again every second, and keeps what it shows.',
  },
  remedy: {
    storage: (service: string) =>
      `${named(service)} does not answer: see that it is there, and that the settings name it. The log of the server says why.`,
    queue: (service: string) =>
      `${named(service)} does not answer, and crawls wait until it is back: see that it is there, and that the settings name it.`,
    full: 'The disk is full or nearly so, and nothing is written: free some of it, or give it more space.',
  },
  names: { index: 'Index', crawls: 'Crawls', keys: 'Keys', disk: 'Disk', queue: 'Queue' },
  dependency: { up: 'answers', full: 'full', down: 'does not answer' },
  checks: 'Check the instance',
} as const;

export const OUTDATED_TEXT = {
  isOld: (age: string) =>
    age === 'now' ? 'Shown is what was there just now.' : `Shown is what was there ${age}.`,
  isOther: 'Shown is what was there before.',
  resultsOf: 'Shown are the results of',
  all: 'Shown is everything.',
} as const;

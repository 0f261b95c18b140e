/** The operations that providers serve. All that there is once per operation is a record over this table. */
export const OPERATIONS = {
  'web-serp': {
    path: '/web-serp',
    variable: 'SITEGREP_WEB_SERP',
    defaultTtl: '1h',
  },
  'web-autocomplete': {
    path: '/web-autocomplete',
    variable: 'SITEGREP_WEB_AUTOCOMPLETE',
    defaultTtl: '24h',
  },
  'video-info': {
    path: '/videosite-video-info',
    variable: 'SITEGREP_VIDEO_INFO',
    defaultTtl: '1h',
  },
  'video-serp': {
    path: '/videosite-serp',
    variable: 'SITEGREP_VIDEO_SERP',
    defaultTtl: '1h',
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

interface OperationFacts {
  /** Path of the contract's operation. */
  readonly path: `/${string}`;
  /** Common beginning of its settings: `…_PROVIDERS` lists its providers, `…_TTL` is how long answers are cached. */
  readonly variable: `SITEGREP_${string}`;
  /** How long answers are cached unless a setting says otherwise, as the environment would state it. */
  readonly defaultTtl: string;
}

export type Operation = keyof typeof OPERATIONS;

/** Names of all operations, in the order of tables and reports. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly Operation[];

/** A record with one value for each operation. */
export function byOperation<Value>(
  valueOf: (operation: Operation) => Value,
): Readonly<Record<Operation, Value>> {
  return {
    'web-serp': valueOf('web-serp'),
    'web-autocomplete': valueOf('web-autocomplete'),
    'video-info': valueOf('video-info'),
    'video-serp': valueOf('video-serp'),
  };
}

/** Variable that lists the providers of an operation. */
export function providersVariable<Name extends Operation>(
  operation: Name,
): `${(typeof OPERATIONS)[Name]['variable']}_PROVIDERS` {
  return `${OPERATIONS[operation].variable}_PROVIDERS`;
}

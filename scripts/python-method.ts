// A method of the Python client, as source.

/** An argument of a method, with its type and its default; null if it has to be given. */
export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly value: string | null;
  readonly about: string;
}

export interface Method {
  readonly name: string;
  readonly positional: readonly Argument[];
  readonly named: readonly Argument[];
  readonly answer: string;
  readonly about: string;
  readonly body: readonly string[];
}

/** Arguments of every method. */
export const OPTIONS: readonly Argument[] = [
  {
    name: 'timeout',
    type: 'float | None',
    value: 'None',
    about: 'Maximum seconds of a try, in place of those of the client.',
  },
  {
    name: 'retries',
    type: 'int | None',
    value: 'None',
    about: 'Maximum further tries, in place of those of the client.',
  },
];

/** The method that walks over all pages of a list. */
export function walkOf({ name, positional, named, about }: Method, item: string): Method {
  const isPosition = ({ name: argument }: Argument): boolean => ['limit', 'next_token'].includes(argument);
  const rest = named.filter((argument) => !isPosition(argument));
  const given = [...positional, ...rest].map(({ name: argument }) => `${argument}=${argument}`);
  return {
    name: `iter_${name.replace(/^(?:list|get)_/, '')}`,
    positional,
    named: [
      { name: 'page_size', type: 'int', value: '200', about: 'Items of a request, at most 1000.' },
      ...rest,
    ],
    answer: `Iterator[${item}]`,
    about: `All items of \`${name}\`, page by page.\n\n${about}`,
    body: [
      `return self._walk(`,
      `    lambda position: self.${name}(${[...given, '**position'].join(', ')}),`,
      `    page_size,`,
      `)`,
    ],
  };
}

/** Renders a method of a class. */
export function methodSource({ name, positional, named, answer, about, body }: Method): string {
  const shown = ({ name: argument, type, value }: Argument): string =>
    `        ${argument}: ${type}${value === null ? '' : ` = ${value}`},`;
  const described = [...positional, ...named]
    .filter((argument) => argument.about !== '')
    .map((argument) => `:param ${argument.name}: ${argument.about.replaceAll(/\s+/g, ' ')}`);
  const docs = [about, ...(described.length === 0 ? [] : [described.join('\n')])].join('\n\n');
  const lines = docs
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"""', String.raw`\"""`)
    .split('\n');
  return [
    `    def ${name}(`,
    '        self,',
    ...positional.map(shown),
    '        *,',
    ...named.map(shown),
    `    ) -> ${answer}:`,
    `        """${lines
      .map((line) => (line === '' ? '' : `        ${line}`))
      .join('\n')
      .trimStart()}\n        """`,
    ...body.map((line) => `        ${line}`),
    '',
  ].join('\n');
}

// Texts for users in a module: read from its syntax tree, with the values that are put into them by name.
import { parseAst } from 'rolldown/parseAst';

/** `all`: every text of two words or more; `messages`: those where errors, reasons and log lines are made. */
export type Scope = 'all' | 'messages';

export interface Text {
  /** Use of it, such as `option` or `remedy`; empty if that says nothing. */
  readonly kind: string;
  readonly text: string;
}

/** Node of the syntax tree (ESTree). */
interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Properties whose texts are for users. */
const PROPERTIES = new Set([
  'problem',
  'remedy',
  'doc',
  'when',
  'error',
  'reason',
  'details',
  'finding',
  'what',
  'cost',
  'message',
]);
/** Functions whose arguments are texts for users, and those whose results are. */
const CALLS = /^(?:badRequest|damaged|damagedIndex|corrupt|problem|refused|emitWarning|fail|warn|ok)$/;
const MAKERS = /problem|reason|remedy|message|details|describe|explain|sentence|why|verdict/i;
const LOG = /^(?:info|warn|error|fatal)$/;
/** Calls that say more about a text than nothing. */
const KINDS = new Set([
  'description',
  'option',
  'argument',
  'addHelpText',
  'Option',
  'Argument',
  'InvalidArgumentError',
]);
/** Texts that are not sentences: statements of SQL, markup, patterns, modules. */
const NO_MESSAGE =
  /^\s*(?:SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|DROP|WITH|ALTER|BEGIN)\b|^\s*[<{[]?[<]|\bfunction\b.*\{/;

/** Names of the classes of errors that modules declare. */
export function errorClasses(sources: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>(['Error']);
  const declared = sources.flatMap((source) =>
    Array.from(source.matchAll(/class (\w+) extends (\w+)/g), ([, name = '', base = '']) => ({ name, base })),
  );
  for (let before = 0; before < names.size;) {
    before = names.size;
    for (const { name, base } of declared) if (names.has(base)) names.add(name);
  }
  // Errors without a class of their own are faults of the program.
  names.delete('Error');
  return names;
}

/** The texts of a module in their order. @param classes see `errorClasses` */
export function textsOf(
  path: string,
  source: string,
  scope: Scope,
  classes: ReadonlySet<string>,
): readonly Text[] {
  const found: Text[] = [];

  function walk(node: Node, isMessage: boolean, kind: string): void {
    const text = textIn(node);
    if (text !== null) {
      if (isMessage && isSentence(text)) found.push({ kind, text });
      return;
    }
    for (const [property, child] of childrenOf(node)) {
      walk(child, isMessage || isMessageIn(node, property), kindOf(node, child) ?? kind);
    }
  }

  function isMessageIn(node: Node, property: string): boolean {
    if (node.type === 'Property') return PROPERTIES.has(nameOf(node['key']));
    if (node.type === 'NewExpression') return classes.has(nameOf(node['callee']));
    if (node.type === 'CallExpression' && property === 'arguments') {
      const callee = node['callee'] as Node;
      const name = nameOf(callee);
      return CALLS.test(name) || (LOG.test(name) && /log/i.test(nameOf(callee['object'])));
    }
    return /^(?:FunctionDeclaration|VariableDeclarator)$/.test(node.type) && MAKERS.test(nameOf(node['id']));
  }

  const program = parseAst(source, { lang: path.endsWith('.ts') ? 'ts' : 'js' }, path);
  walk(program as unknown as Node, scope === 'all', '');
  return found;
}

function kindOf(node: Node, child: Node): string | null {
  if (node.type === 'Property' && child !== node['key']) {
    const name = nameOf(node['key']);
    return PROPERTIES.has(name) ? name : '';
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const callee = node['callee'] as Node;
  if (child === callee) return '';
  const name = nameOf(callee);
  if (LOG.test(name) && /log/i.test(nameOf(callee['object']))) return 'log';
  return KINDS.has(name) ? name : '';
}

/** The nodes right below a node, without types and names of modules. */
function* childrenOf(node: Node): Generator<readonly [string, Node]> {
  for (const [property, value] of Object.entries(node)) {
    if (property === 'typeAnnotation' || property === 'returnType' || property === 'typeArguments') continue;
    if (property === 'source' && /^(?:Import|Export)/.test(node.type)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield [property, child];
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    !/^TS(?!As|NonNull|Satisfies)/.test(String(value.type))
  );
}

/** Whether a text has two words or more, and is none of a machine. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\{[^}]*\}/g, ' ').match(/[\p{L}'’]{2,}/gu) ?? [];
  return words.length >= 2 && /[\p{L}}] +[\p{L}{("]/u.test(text) && !NO_MESSAGE.test(text);
}

/** The text that an expression makes, with names for values; null if it makes none of its own. */
function textIn(node: unknown): string | null {
  if (!isNode(node)) return null;
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : null;
    case 'TemplateLiteral': {
      const expressions = node['expressions'] as readonly Node[];
      const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
      return quasis
        .map(({ value }, at) => `${value.cooked}${at < expressions.length ? placed(expressions[at]) : ''}`)
        .join('');
    }
    case 'TaggedTemplateExpression':
      return textIn(node['quasi']);
    case 'BinaryExpression': {
      const [left, right] = [textIn(node['left']), textIn(node['right'])];
      if (node['operator'] !== '+' || (left === null && right === null)) return null;
      return `${left ?? placed(node['left'])}${right ?? placed(node['right'])}`;
    }
    case 'ConditionalExpression': {
      const [yes, no] = [textIn(node['consequent']), textIn(node['alternate'])];
      if (yes === null || no === null) return null;
      if (yes === '' || no === '') return `[${yes}${no}]`;
      return `(${yes} | ${no})`;
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return textIn(node['expression']);
    case 'CallExpression':
      return calledText(node);
    default:
      return null;
  }
}

function calledText(node: Node): string | null {
  const given = node['arguments'] as readonly Node[];
  switch (nameOf(node['callee'])) {
    case 'paint':
      return textIn(given[1]);
    case 'counted': {
      const [number, one, many] = given;
      return `{${nameOf(number)}} ${textIn(many) ?? `${textIn(one) ?? nameOf(one)}s`}`;
    }
    case 'join': {
      const list = (node['callee'] as Node)['object'] as Node | undefined;
      if (list?.type !== 'ArrayExpression') return null;
      const texts = (list['elements'] as readonly Node[]).map((element) => textIn(element));
      return texts.every((text) => text !== null) ? texts.join(textIn(given[0]) ?? ', ') : null;
    }
    default:
      return null;
  }
}

/** An expression within a text. */
function placed(node: unknown): string {
  return textIn(node) ?? `{${nameOf(node) || '…'}}`;
}

/** The name by which a reader knows an expression. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  switch (node.type) {
    case 'Identifier':
      return String(node['name']);
    case 'Literal':
      return String(node['value']);
    case 'MemberExpression':
      return nameOf(node['property']);
    case 'ChainExpression':
    case 'AwaitExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return nameOf(node['expression'] ?? node['argument']);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return nameOf(node['left']);
    case 'ConditionalExpression':
      return nameOf(node['consequent']) || nameOf(node['alternate']);
    case 'CallExpression': {
      const [first] = node['arguments'] as readonly Node[];
      const callee = node['callee'] as Node;
      // A value is known by what it is made of: `formatCount(domains)`, `names.join(', ')`.
      const value = callee.type === 'MemberExpression' ? callee['object'] : first;
      return isNode(value) && value.type === 'Identifier' ? nameOf(value) : nameOf(callee);
    }
    default:
      return '';
  }
}

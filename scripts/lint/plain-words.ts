// Lint rules that keep names and comments in the words of docs/internals/glossary.md, and make each doc comment one that can be read
// by itself in an editor. oxlint loads this file as a plugin (.oxlintrc.json).
import { hardFormsIn, REPLACED, replacedWordsIn, VAGUE_IN_NAMES } from './words.ts';

/** The part of a node of the syntax tree (ESTree) that the rules read. */
interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly property?: Node;
  readonly computed?: boolean;
}

interface Identifier extends Node {
  readonly name: string;
}

interface Comment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
}

interface Context {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(problem: { readonly node: Node | Comment; readonly message: string }): void;
}

/** Prefixes of bounds, which are called MAX_… and MIN_…. */
const BOUND = /^(?:MOST|LEAST|FEWEST|LONGEST|SHORTEST|HIGHEST|LOWEST)_/;

/** First words of a doc comment that need what stands around the comment to be understood. */
const DEPENDENT_START =
  /^(?:Of|In|By|For|With|From|At|On|To|As|Who|Whom|Whose|Whoever|What|Where|Not|Behind|Besides?|Beyond|Under|Until|Upon|Within|Without|Before|After|Through|Over|Between|Among)\b/;

/** The start of a doc comment that tells only what another one tells. */
const LIKE_ANOTHER = /^The same(?=(?: [^.]{0,40})?\.?\s*$)/;

const names = {
  meta: { type: 'suggestion', docs: { description: 'Names use the words of docs/internals/glossary.md.' } },
  create: (context: Context) => ({
    Identifier(node: Identifier): void {
      if (isForeign(node)) return;
      if (BOUND.test(node.name)) {
        context.report({ node, message: `${node.name}: call a bound MAX_… or MIN_….` });
      }
      for (const word of wordsOf(node.name)) {
        const better = REPLACED.get(word) ?? VAGUE_IN_NAMES.get(word);
        if (better === undefined) continue;
        context.report({
          node,
          message: `${node.name}: say ${better} for "${word}" (docs/internals/glossary.md).`,
        });
      }
    },
  }),
};

const comments = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Comments use the words of docs/internals/glossary.md.' },
  },
  create: (context: Context) => ({
    Program(): void {
      for (const node of context.sourceCode.getAllComments()) {
        for (const word of replacedWordsIn(node.value)) {
          context.report({
            node,
            message: `Say ${REPLACED.get(word)} for "${word}" (docs/internals/glossary.md).`,
          });
        }
        for (const message of hardFormsIn(node.value)) context.report({ node, message });
      }
    },
  }),
};

const docComments = {
  meta: { type: 'suggestion', docs: { description: 'A doc comment begins with its subject.' } },
  create: (context: Context) => ({
    Program(): void {
      for (const node of context.sourceCode.getAllComments()) {
        if (node.type !== 'Block' || !node.value.startsWith('*')) continue;
        const text = node.value.replace(/^[\s*]+/, '');
        const [first] = DEPENDENT_START.exec(text) ?? LIKE_ANOTHER.exec(text) ?? [];
        if (first === undefined) continue;
        context.report({
          node,
          message: `An editor shows a doc comment by itself: begin with its subject, not with "${first}".`,
        });
      }
    },
  }),
};

/** Whether a name is used here but given elsewhere: the property in `a.name`. */
function isForeign(node: Identifier): boolean {
  const { parent } = node;
  return parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true;
}

/** Words of a name in camel case or upper case, in lower case; "in place" is a term of its own. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace('InPlace', '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

export default {
  meta: { name: 'plain' },
  rules: { names, comments, 'doc-comments': docComments },
};

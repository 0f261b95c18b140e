// Lint rules that keep the code in the words of docs/glossary.md, and doc comments readable by themselves in an editor.

/** Words that once stood for something that textbooks call otherwise, and what stands instead. */
const REPLACED = {
  triple: 'trigram',
  triples: 'trigrams',
  quad: '4-gram (fourgram in names)',
  quads: '4-grams (fourgrams in names)',
  ordinal: 'document id (docId)',
  ordinals: 'document ids (docIds)',
  stretch: 'chunk or range',
  stretches: 'chunks or ranges',
  companion: 'participant',
  workshop: 'worker pool or runtime',
  sieve: 'filter',
  sift: 'filter',
  tape: 'byte reader',
};

/** Words that are good English in a sentence and say too little in a name. */
const VAGUE_IN_NAMES = {
  place: 'position, location, slot or the like',
  places: 'positions, locations, slots or the like',
  room: 'capacity, space or package',
  rooms: 'packages',
  ways: 'what they are: dispatchers, variants',
  asked: 'requested, query or criteria',
  aimed: 'targeted',
  gathered: 'collected',
  claim: 'lease or reservation',
  turn: 'permit, slot or round',
  turns: 'permits, slots or rounds',
};

/** Bounds are called MAX_ and MIN_. */
const BOUND = /^(?:MOST|LEAST|FEWEST|LONGEST|SHORTEST|HIGHEST|LOWEST)_/;

/** First words of a doc comment that lean on what stands around it. */
const LEANING =
  /^(?:Of|In|By|For|With|From|At|On|To|As|Who|Whom|Whose|Whoever|What|Where|Not|Behind|Beside|Besides|Beyond|Under|Until|Upon|Within|Without|Before|After|Through|Over|Between|Among)\b/;

function wordsOf(name) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

const names = {
  meta: { type: 'suggestion', docs: { description: 'Names use the words of docs/glossary.md.' } },
  create(context) {
    return {
      Identifier(node) {
        // Names of globals and of other packages are theirs.
        if (
          node.parent?.type === 'MemberExpression' &&
          node.parent.property === node &&
          !node.parent.computed
        )
          return;
        if (BOUND.test(node.name)) {
          context.report({ node, message: `${node.name}: call a bound MAX_… or MIN_….` });
        }
        for (const word of wordsOf(node.name)) {
          const instead = REPLACED[word] ?? VAGUE_IN_NAMES[word];
          if (Object.hasOwn(REPLACED, word) || Object.hasOwn(VAGUE_IN_NAMES, word)) {
            context.report({
              node,
              message: `${node.name}: say ${instead} for "${word}" (docs/glossary.md).`,
            });
          }
        }
      },
    };
  },
};

const comments = {
  meta: { type: 'suggestion', docs: { description: 'Comments use the words of docs/glossary.md.' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          for (const word of comment.value.toLowerCase().match(/[a-z]+/g) ?? []) {
            if (!Object.hasOwn(REPLACED, word)) continue;
            context.report({
              node: comment,
              message: `Say ${REPLACED[word]} for "${word}" (docs/glossary.md).`,
            });
          }
        }
      },
    };
  },
};

const docComments = {
  meta: {
    type: 'suggestion',
    docs: { description: 'A doc comment stands by itself: it begins with its subject.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue;
          const text = comment.value.replace(/^[\s*]+/, '');
          const [first] = LEANING.exec(text) ?? [];
          if (first === undefined) continue;
          context.report({
            node: comment,
            message: `A doc comment is read by itself, in an editor: begin with its subject, not with "${first}".`,
          });
        }
      },
    };
  },
};

export default {
  meta: { name: 'plain' },
  rules: { names, comments, 'doc-comments': docComments },
};

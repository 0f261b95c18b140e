import type { SyntaxNodeRef, Tree } from '@lezer/common';
import {
  AndOperator,
  Close,
  FieldName,
  NearOperator,
  NotOperator,
  Open,
  OrOperator,
  UnclosedPattern,
  UnclosedQuote,
} from './terms.ts';

/** A fault in the text of a query. */
export interface QueryFault {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** Fault, as the end of a sentence that says where it is. */
  readonly problem: string;
  /** An instruction. */
  readonly remedy: string;
}

interface Token {
  readonly type: number;
  readonly from: number;
  readonly to: number;
}

const JOINTS: ReadonlySet<number> = new Set([OrOperator, AndOperator, NearOperator, NotOperator]);

/** The first fault of a text that the grammar does not take; null: there is none. */
export function syntaxFault(text: string, tree: Tree): QueryFault | null {
  const tokens: Token[] = [];
  const open: Token[] = [];
  let error: Token | null = null;
  tree.iterate({
    enter: (node: SyntaxNodeRef) => {
      if (error !== null) return false;
      if (node.type.isError)
        error = { type: node.node.firstChild?.type.id ?? 0, from: node.from, to: node.to };
      else if (node.node.firstChild === null && node.to > node.from) {
        const token = { type: node.type.id, from: node.from, to: node.to };
        tokens.push(token);
        if (token.type === Open) open.push(token);
        if (token.type === Close) open.pop();
      }
      return error === null;
    },
  });
  return error === null ? null : faultOf(text, error, tokens.at(-1) ?? null, open.at(-1) ?? null);
}

function faultOf(text: string, error: Token, before: Token | null, open: Token | null): QueryFault {
  const written = (token: Token): string => text.slice(token.from, token.to);
  const at = error.from + (/^\s*/u.exec(text.slice(error.from))?.[0].length ?? 0);
  const next = text[at];
  if (error.type === UnclosedQuote) {
    const quote = text[error.from] ?? '';
    return fault(
      error.from,
      `${quote} begins a text that does not end`,
      `write ${quote} at its end, or \\${quote} for the character itself`,
    );
  }
  if (error.type === UnclosedPattern) {
    return fault(
      error.from,
      '/ begins a pattern that does not end',
      'write / at its end, before a space, or put a text into quotes',
    );
  }
  if (before?.type === FieldName) {
    const value = next === undefined || next === ')' ? 'has no value' : 'has a value that it cannot have';
    return fault(
      before.from,
      `${written(before)} ${value}`,
      'write the value right after the colon, in quotes if it has spaces',
    );
  }
  if (before !== null && JOINTS.has(before.type)) {
    return fault(
      before.from,
      `${written(before)} has nothing after it`,
      'write what belongs there, or put it into quotes to look for the text',
    );
  }
  if (before?.type === Open && next === ')') {
    return fault(
      before.from,
      '( ) is an empty group',
      'write something between the parentheses, or put them into quotes',
    );
  }
  if (next === undefined && open !== null) {
    return fault(
      open.from,
      '( begins a group that does not end',
      'write ) at its end, or put the text into quotes',
    );
  }
  if (next === ')')
    return fault(at, ') ends a group that does not begin', 'leave it out, or put the text into quotes');
  if (error.type === NearOperator && before !== null) {
    return fault(
      at,
      `${written(error)} joins more than two`,
      'put two of them into parentheses, or write AND',
    );
  }
  const shown = written({ ...error, from: at, to: Math.max(error.to, at + 1) });
  return fault(
    at,
    `${shown} has nothing before it`,
    'write what belongs there, or put it into quotes to look for the text',
  );
}

function fault(at: number, problem: string, remedy: string): QueryFault {
  return { at, problem, remedy };
}

// Made from query.grammar by `npm run grammar:compile`.
import { LRParser } from '@lezer/lr';
import { queryTokens } from './tokens.ts';
export const parser = LRParser.deserialize({
  version: 14,
  states:
    "%WQVQROOOnQRO'#CkOOQP'#C{'#C{O|QRO'#CzOOQP'#Cz'#CzOOQP'#Cy'#CyO!tQRO'#CxOOQP'#Cx'#CxO#UQRO'#CwOOQP'#Cw'#CwQOQQOOOVQRO'#ClO#aQRO'#CmOVQRO'#CoOOQP,59V,59VO#fQRO,59YOOQP'#Cr'#CrO#zQRO,59[OVQRO'#CrO$[QRO,59]OVQRO'#CsO$gQRO,59WOVQRO,59XOOQP,59Z,59ZOOQP1G.t1G.tOOQP-E6p-E6pOOQP,59^,59^OOQP-E6q-E6qOOQP,59_,59_OOQP1G.r1G.rO$lQRO1G.sOOQP7+$_7+$_",
  stateData:
    '$q~OjOS~OPQOQQORQOSPOT[OX]OYZO~OP^OQ^OR^OYZO~OU_OPnXQnXRnXSnXTnXVnXWnXXnXYnXhnXZnX~OWbOVlXhlXZlX~PVOVdOhkXZkX~OYfO~OPQOQQORQOSPOT[OYZO~OWbOVdahdaZda~PVOVdOheaZea~OZmO~OZoO~O',
  goto: '$XpPPPPPPPPPPPPPPPq|q![!f!p!v!{#RPPP#X#b#j!f#zcQOUZ]_abdfbQOUZ]_abdfR^PaSOUZ]abdfaTOUZ]abdfXVOZdfVXOZfQaURiaQcWRkcQYOQeZRnfUWOZfRldWUOZdfS`UaQg]Rjb`ROUZ]abdfRh_',
  nodeNames:
    '⚠ Quoted Pattern Word FieldName SamePageName NearOperator OrOperator AndOperator NotOperator Open Close UnclosedQuote UnclosedPattern Query Field Group SamePage Near Not And Or',
  maxTerm: 31,
  nodeProps: [
    [
      'group',
      -6,
      1,
      2,
      3,
      15,
      16,
      17,
      'Operand Operand Operand Operand Operand',
      18,
      'Operand Operand Operand Operand',
      19,
      'Operand Operand Operand',
      20,
      'Operand Operand',
      21,
      'Operand',
    ],
  ],
  skippedNodes: [0, 12, 13],
  repeatNodeCount: 2,
  tokenData:
    '!f~RYX^qpqq#y#zq$f$gq#BY#BZq$IS$I_q$I|$JOq$JT$JUq$KV$KWq&FU&FVq~vYj~X^qpqq#y#zq$f$gq#BY#BZq$IS$I_q$I|$JOq$JT$JUq$KV$KWq&FU&FVq',
  tokenizers: [queryTokens, 0],
  topRules: { Query: [0, 14] },
  tokenPrec: 0,
});

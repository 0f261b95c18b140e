// Technologies of one's own: files in the form of the public set, checked, and tried on a page.
export { checkedOwnSet, type OwnSet } from './checked-set.ts';
export { readKnownSet } from './known-set.ts';
export { problemLine, type SetProblem } from './problems.ts';
export { readSetFiles, type SetFiles } from './set-files.ts';
export { openTrial, type Trial, type TriedTechnology } from './trial.ts';

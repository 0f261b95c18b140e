// The thread that finds in stored pages what searches sought, one document after the other.
import { answerCalls } from '../../thread/answer-calls.ts';
import { matchesIn } from './matches-in.ts';

answerCalls({ matchesIn });

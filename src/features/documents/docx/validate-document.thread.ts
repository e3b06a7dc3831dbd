import { answerWith } from '../../../platform/threads/answer-in-thread.ts';
import { validateDocument } from './validate-document.server.ts';

await answerWith(validateDocument);

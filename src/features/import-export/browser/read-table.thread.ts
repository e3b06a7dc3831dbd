import { answerWith } from '../../../platform/threads/answer-in-thread.ts';
import { readSheets } from './read-table.server.ts';

await answerWith(readSheets);

import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { readSheets } from './read-table.server.ts';

await answerWith(readSheets);

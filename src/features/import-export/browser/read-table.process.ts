import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { readRawSheets } from './read-table.server.ts';

await answerWith(readRawSheets);

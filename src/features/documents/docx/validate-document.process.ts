import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { validateDocument } from './validate-document.server.ts';

await answerWith(validateDocument);

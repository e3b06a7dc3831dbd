import { answerWith } from '../../platform/file-processes/answer-in-process.ts';
import { validateDocumentFile } from './validate-file.server.ts';

await answerWith(validateDocumentFile);

import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { validateFile } from './validate-file.server.ts';

await answerWith(validateFile);

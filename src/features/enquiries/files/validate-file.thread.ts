import { answerWith } from '../../../platform/threads/answer-in-thread.ts';
import { validateFile } from './validate-file.server.ts';

await answerWith(validateFile);

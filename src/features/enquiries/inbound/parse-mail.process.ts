import { answerWith } from '../../../platform/file-processes/answer-in-process.ts';
import { parseMail } from './parse-mail.server.ts';

await answerWith(parseMail);

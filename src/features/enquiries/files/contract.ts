import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { fileName } from '../../documents/schema.ts';
import { enquiryFile } from './schema.ts';

export const uploadEnquiryFile = route('POST', '/enquiry-files', {
  summary:
    'Receives the bytes of a file: PDF, Word document or picture of at most 10 MB. It is deleted unless a message with its id follows within a day',
  access: 'public',
  body: 'bytes',
  input: z.object({ name: fileName }),
  output: enquiryFile,
  limit: { calls: 20, seconds: 600 },
});

import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { file } from '../../../platform/http/csv-download.ts';
import { replyForm, thread } from './schema.ts';

// The secret of a link is in the body, so that no server on the way writes it to its log.
const link = z.object({ token: z.string().max(100) });

export const enquiryThread = route('POST', '/enquiry-thread', {
  summary: 'Returns the conversation that an emailed link leads to',
  access: 'public',
  input: link,
  output: thread,
  errors: ['NOT_FOUND'],
});

export const replyToThread = route('POST', '/enquiry-thread/messages', {
  summary: 'Adds a message to the conversation that an emailed link leads to',
  access: 'public',
  input: replyForm.extend(link.shape),
  output: z.object({ message: z.string(), thread }),
  errors: ['NOT_FOUND'],
  limit: { calls: 20, seconds: 600 },
});

export const threadFile = route('POST', '/enquiry-thread/files/{fileId}', {
  summary: 'Returns a file of the conversation that an emailed link leads to',
  access: 'public',
  input: link.extend({ fileId: z.uuid() }),
  output: file,
  contentType: 'application/octet-stream',
});

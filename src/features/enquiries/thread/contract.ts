import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { file } from '../../../platform/http/csv-download.ts';
import { pageParams, pageSchema } from '../../../platform/http/paging.ts';
import { conversation, ownEnquiry, replyForm, thread } from './schema.ts';

export const ownEnquiries = route('GET', '/user/enquiries', {
  summary: 'Lists the enquiries that were sent from the verified email address of the caller, the latest message first',
  access: 'unverified',
  input: pageParams,
  output: pageSchema(ownEnquiry),
});

export const enquiryThread = route('POST', '/enquiry-thread', {
  summary: 'Returns the conversation that an emailed link leads to, or one of the caller',
  access: 'public',
  input: conversation,
  output: thread,
  errors: ['NOT_FOUND'],
});

export const replyToThread = route('POST', '/enquiry-thread/messages', {
  summary: 'Adds a message to the conversation that an emailed link leads to, or to one of the caller',
  access: 'public',
  input: replyForm.extend(conversation.shape),
  output: z.object({ message: z.string(), thread }),
  errors: ['NOT_FOUND'],
  limit: { calls: 20, seconds: 600 },
});

export const threadFile = route('POST', '/enquiry-thread/files/{fileId}', {
  summary: 'Returns a file of the conversation that an emailed link leads to, or of one of the caller',
  access: 'public',
  input: conversation.extend({ fileId: z.uuid() }),
  output: file,
  contentType: 'application/octet-stream',
});

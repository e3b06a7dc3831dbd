import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { tableParams } from '../../../platform/http/paging.ts';
import { contentRevision, contentRevisionPage } from './schema.ts';

const content = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
});
/** Maps an invalid number to 0, which no revision has. */
const revision = content.extend({ number: z.coerce.number().int().min(0).max(1_000_000).catch(0) });

export const listContentRevisions = route('GET', '/content/revisions/{name}', {
  summary:
    'Lists the versions of a page, the menu or the footer, latest first, each with the names of the fields that it changed',
  access: 'content.edit',
  input: content.extend(tableParams(['number']).pick({ page: true }).shape),
  output: contentRevisionPage,
});

export const getContentRevision = route('GET', '/content/revisions/{name}/{number}', {
  summary: 'Returns the content of a version of a page, the menu or the footer',
  access: 'content.edit',
  input: revision,
  output: contentRevision,
});

export const restoreContentRevision = route('POST', '/content/revisions/{name}/{number}/restore', {
  summary:
    'Saves an earlier version as the draft. Nothing is published. Returns 409 if the version of the draft is outdated, or nothing would change',
  access: 'content.edit',
  input: revision.extend({ version: expectedVersion }),
  output: z.object({
    message: z.string(),
    /** The number of the new version. */
    number: z.number(),
    /** Descriptions of the content that could not be restored. */
    notes: z.array(z.string()),
  }),
});

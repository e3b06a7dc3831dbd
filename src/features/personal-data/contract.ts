import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { file } from '../../platform/http/csv-download.ts';
import { dataExport } from './schema.ts';

export const latestExport = route('GET', '/profile/data-export', {
  summary: 'Returns the latest archive of the data of the caller, or null',
  access: 'account.export',
  isForPeople: true,
  input: z.object({}),
  output: z.object({ export: dataExport.nullable() }),
});

export const requestExport = route('POST', '/profile/data-exports', {
  summary: 'Makes an archive of everything that the site has stored about the caller, and mails them when it is ready',
  access: 'account.export',
  confirmIdentity: 'always',
  isForPeople: true,
  input: z.object({}),
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});

export const createDownload = route('POST', '/profile/data-exports/{id}/download', {
  summary: 'Makes an address from which a browser downloads an archive of the caller, for 15 minutes',
  access: 'account.export',
  confirmIdentity: 'always',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: z.object({ ticket: z.string() }),
  limit: { calls: 20, seconds: 600 },
});

/** Public: a link has no token of the session. The ticket authorises it. */
export const downloadExport = route('GET', '/data-exports/{ticket}', {
  summary: 'Downloads an archive as ZIP',
  access: 'public',
  input: z.object({ ticket: z.string().max(200) }),
  output: file,
  contentType: 'application/zip',
  limit: { calls: 20, seconds: 600 },
});

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

export const downloadExport = route('GET', '/profile/data-exports/{id}/file', {
  summary: 'Downloads an archive of the caller as ZIP',
  access: 'account.export',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: file,
  contentType: 'application/zip',
  limit: { calls: 20, seconds: 600 },
});

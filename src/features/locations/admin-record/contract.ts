import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { locationRecord } from './schema.ts';

export const locationRecordById = route('GET', '/admin/locations/{id}', {
  summary: 'Returns the working copy of a location with its internal fields, and its published version',
  access: 'location.administer',
  input: z.object({ id: z.uuid() }),
  output: locationRecord,
});

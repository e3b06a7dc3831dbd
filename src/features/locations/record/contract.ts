import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { locationRecord } from './schema.ts';

export const locationRecordById = route('GET', '/admin/locations/{id}', {
  summary: 'A location with all that the Locations Team knows of it, beside what is online',
  access: 'location.administer',
  input: z.object({ id: z.uuid() }),
  output: locationRecord,
});

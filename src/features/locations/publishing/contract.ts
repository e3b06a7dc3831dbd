import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

const TEAM = ['ADMIN'] as const;
const input = z.object({ id: z.uuid() });
const output = z.object({ message: z.string() });

export const publish = route({
  method: 'POST',
  path: '/locations/{id}/publish',
  summary: 'Publish a location as it stands',
  access: TEAM,
  input,
  output,
});

export const unpublish = route({
  method: 'POST',
  path: '/locations/{id}/unpublish',
  summary: 'Take a location offline',
  access: TEAM,
  input,
  output,
});

export const updateStatus = route({
  method: 'PUT',
  path: '/locations/{id}/status',
  summary: 'Move a location that waits for approval back to in progress',
  access: TEAM,
  input: input.extend({ status: z.literal('DRAFT') }),
  output,
});

export const deleteLocation = route({
  method: 'DELETE',
  path: '/locations/{id}',
  summary: 'Delete a location for good, with its images, its published version and its places on boards',
  access: TEAM,
  input,
  output,
});

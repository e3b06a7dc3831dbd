import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

const state = z.object({ on: z.boolean() });

export const maintenance = route({
  method: 'GET',
  path: '/maintenance',
  summary: 'Whether the site is under maintenance',
  access: 'maintenance.switch',
  input: z.object({}),
  output: state,
});

export const switchMaintenance = route({
  method: 'PUT',
  path: '/maintenance',
  summary: 'Replaces the whole site by the maintenance page for everybody but the Locations Team, or brings it back',
  access: 'maintenance.switch',
  input: state,
  output: state,
});

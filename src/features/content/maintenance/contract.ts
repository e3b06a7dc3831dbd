import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

const state = z.object({ on: z.boolean() });

export const maintenance = route('GET', '/maintenance', {
  summary: 'Returns whether the site is under maintenance',
  access: 'maintenance.switch',
  output: state,
});

export const switchMaintenance = route('PUT', '/maintenance', {
  summary: 'Switches maintenance on or off. While it is on, everybody but the Locations Team sees the maintenance page',
  access: 'maintenance.switch',
  input: state,
  output: state,
});

import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { consentArea } from './schema.ts';

const input = z.object({ id: z.uuid() });
const output = z.array(consentArea);

export const consentAreas = route('GET', '/locations/{id}/consent-areas', {
  summary:
    'Lists the areas that contain a published location and inside which filming requires consent. If its public position is not exact, only those that contain all the places where it may be',
  access: 'public',
  input,
  output,
  isCacheable: true,
});

export const exactConsentAreas = route('GET', '/locations/{id}/exact-consent-areas', {
  summary:
    'Lists the areas that contain the exact position of the working copy of a location and inside which filming requires consent',
  access: 'location.view',
  input,
  output,
});

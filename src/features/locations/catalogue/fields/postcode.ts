import { z } from 'zod';
import { getRegionRules } from '../../../geography/region-rules.ts';
import { enterPostcode, enterShortPostcode } from '../../messages.ts';

const MAX_LENGTH = 12;

/** Accepts any case and a missing inner space; returns upper case with the space of the region's postcodes. */
export const postcode = z
  .string()
  .transform(normalise)
  .superRefine((normalised, context) => {
    const message = findProblem(normalised);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

function normalise(typed: string): string {
  const rule = getRegionRules().postcode;
  const upper = typed.toUpperCase();
  if (!rule) return upper.replace(/\s+/g, ' ').trim();
  const compact = upper.replace(/\s/g, '');
  const start = compact.length - rule.endLength;
  return rule.endLength > 0 && start >= 0 ? `${compact.slice(0, start)} ${compact.slice(start)}` : compact;
}

function findProblem(normalised: string): string | undefined {
  const rule = getRegionRules().postcode;
  if (!rule) return normalised.length <= MAX_LENGTH ? undefined : enterShortPostcode();
  return new RegExp(`^(?:${rule.pattern})$`).test(normalised) ? undefined : enterPostcode(rule.example);
}

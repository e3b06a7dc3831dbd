import { afterAll, beforeAll } from 'vitest';
import { type RegionRules, getRegionRules, setRegionRules } from '../../src/features/geography/region-rules.ts';

/** Changes rules of the region for the calling test file or suite. */
export function useRegion(changes: Partial<RegionRules>): void {
  const rules = getRegionRules();
  const changed = { ...rules, ...changes };
  beforeAll(() => setRegionRules(() => changed));
  afterAll(() => setRegionRules(() => rules));
}

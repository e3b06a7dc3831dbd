import { afterEach, describe, expect, it } from 'vitest';
import { getRegionRules, setRegionRules } from '../../../geography/region-rules.ts';
import { postcode } from './postcode.ts';

describe('a postcode', () => {
  it.each([
    ['m1 1ae', 'M1 1AE'],
    ['B338TH', 'B33 8TH'],
    ['CR2 6XH', 'CR2 6XH'],
    ['dn551pt', 'DN55 1PT'],
    ['W1A 1hq', 'W1A 1HQ'],
    ['ec1a1bb', 'EC1A 1BB'],
    ['gir0aa', 'GIR 0AA'],
    [' eh1  1re ', 'EH1 1RE'],
  ])('normalises %s to %s', (typed, normalised) => {
    expect(postcode.parse(typed)).toBe(normalised);
  });

  it.each(['EH1', '1EH 1RE', 'EHH1 1RE', 'EH1 RE1', 'E 1AA', '12345', 'EH111 1RE'])('rejects %s', (typed) => {
    expect(postcode.safeParse(typed).success).toBe(false);
  });
});

describe('a postcode of another region', () => {
  const rules = getRegionRules();
  afterEach(() => setRegionRules(() => rules));

  it('follows the pattern of the region', () => {
    setRegionRules(() => ({ ...rules, postcode: { pattern: String.raw`\d{5}`, example: '10117', endLength: 0 } }));
    expect(postcode.parse(' 10 117')).toBe('10117');
    expect(postcode.safeParse('EH1 1RE').error?.issues[0]?.message).toBe('Enter a postcode such as 10117.');
  });

  it('is any short text without a pattern', () => {
    setRegionRules(() => ({ ...rules, postcode: null }));
    expect(postcode.parse(' ab  12 ')).toBe('AB 12');
    expect(postcode.safeParse('a postcode as long as this').success).toBe(false);
  });
});

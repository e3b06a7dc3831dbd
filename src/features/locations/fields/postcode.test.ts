import { describe, expect, it } from 'vitest';
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

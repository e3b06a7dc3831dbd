import fc from 'fast-check';
import type { PinnedResults, SynonymRule } from '../../src/features/search/vocabulary/schema.ts';
import { toQueryKey } from '../../src/features/search/vocabulary/query-key.ts';

/** Terms of rules: words of the catalogues of the property tests, terms and options that mean something by themselves, and new words. */
const term = fc.constantFrom(
  ...[
    'castle',
    'castles',
    'lighthouse',
    'loch',
    'mill',
    'mill house',
    'fort',
    'beacon',
    'somewhere',
    'Coastal',
    '18th',
  ],
  ...['19th century', 'keep', 'water mill', 'newtonmore', 'the loch', 'castel'],
);
const terms = (minLength: number) => fc.uniqueArray(term, { minLength, maxLength: 3 });

/** Rules of the Locations Team, which may overlap and form chains and cycles. */
export const anyRules: fc.Arbitrary<SynonymRule[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('EQUAL' as const), terms: terms(2), targets: fc.constant<string[]>([]) }),
    fc.record({ kind: fc.constant('ONE_WAY' as const), terms: terms(1), targets: terms(1) }),
  ),
  { maxLength: 3 },
);

/** Words of queries that only rules understand. */
export const RULED_WORDS = ['keep', 'keeps', 'water mill', '-keep', 'keep or fort', '+keep'];

/** Pinned results of some queries. @param ids of locations that may be published */
export function anyPins(ids: readonly string[], queries: readonly string[]): fc.Arbitrary<PinnedResults[]> {
  const pin = fc.record({
    key: fc.constantFrom(...queries).map(toQueryKey),
    locations: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 5 }),
  });
  return fc.uniqueArray(pin, { maxLength: 3, selector: ({ key }) => key });
}

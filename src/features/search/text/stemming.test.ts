import fc from 'fast-check';
import snowball from 'snowball-stemmers';
import { expect, test } from 'vitest';
import { stemWord } from './stemming.ts';

const ENDINGS = (
  's ss us ies ied sses ed eed eedly edly ing ingly e y l ll al ly li ion ation tional er or ism ic ical nt ment ent ant ' +
  "ance ful ness ive ous able ible ize ate iti abli enci 's ch st th n r m d g t x news ys ational icate alize ative iciti " +
  'ement ator ization izer anci fulness fulli lessli iveness iviti biliti bli entli ousli ousness ogi logi alli aliti alism'
).split(' ');
const EXCEPTIONS = (
  'skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning innings ' +
  'outing outings canning herring herrings earring proceed proceeds exceed exceeds succeed succeeds toys gas this yes'
).split(' ');
const BEGINNINGS = ['', '', '', '', 'gener', 'commun', 'arsen', 'y'];
const word = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.string({ unit: fc.constantFrom(...'aeiouybcdghlmnprstvwx'), maxLength: 8 }),
    fc.constantFrom('', ...ENDINGS),
    fc.constantFrom('', '', ...ENDINGS),
  )
  .map((parts) => parts.join('').replaceAll("'", ''));

test('stems every word like Snowball', () => {
  const english = snowball.newStemmer('english');
  for (const exception of EXCEPTIONS) expect(stemWord(exception), exception).toBe(english.stem(exception));
  fc.assert(
    fc.property(word, (any) => {
      expect(stemWord(any)).toBe(english.stem(any));
    }),
    { numRuns: 10_000 },
  );
});

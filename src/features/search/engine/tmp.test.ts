import { test } from 'vitest';
import { MemoryIndex } from './memory-index.ts';
import { createVocabulary } from '../../../../tests/support/vocabulary.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
test('x', async () => {
  const vocabulary = createVocabulary([{ kind: 'EQUAL', terms: ['mill house', 'castle', 'keep'], targets: [] }] as never, [] as never);
  const doc = {"id":"id-0","title":"","nearesttown":"","description":"","address":[],"options":{"category":[],"setting":[],"century":[],"condition":["Ruin"],"ownershiptype":[],"localauthority":[],"filmoffice":[]},"numbers":{"parkingspaces":null},"position":{"latitude":0,"longitude":0},"featured":false,"pictured":false,"publishedAt":0} as never;
  const edited = await MemoryIndex.build([doc], 0);
  edited.setVocabulary(vocabulary);
  for (const words of ['keep or fort', '', 'keep', 'fort', 'ruin', 'keep fort']) {
    const page = await edited.search({ words, typing: false, filters: {}, photographs: false } as never, { offset: 0, limit: 1000 });
    console.log(words, page.total, page.fitting, page.ids, JSON.stringify(page.terms));
    console.log(JSON.stringify(parseQuery(words, vocabulary, () => true)));
  }
});

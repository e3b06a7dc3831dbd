import { expect, test } from 'vitest';
import { type Place, area } from '../vocabulary/schema.ts';
import { PlaceNames } from '../vocabulary/place-names.ts';
import { Vocabulary } from '../vocabulary/vocabulary.ts';
import { completeQuery } from './complete-query.ts';

const place = (name: string, parts: Partial<Place> = {}): Place => ({
  kind: 'town',
  name,
  names: [name],
  common: true,
  latitude: 56,
  longitude: -4,
  reach: 8,
  area: area.parse({ circles: [[56, -4, 8]] }),
  ...parts,
});
const term = (name: string, field: 'category' | 'century' | 'ignored', value: string) => ({
  term: name,
  field,
  value,
  related: false,
});

const vocabulary = new Vocabulary({
  options: [
    { field: 'category', name: 'Mill or factory' },
    { field: 'category', name: 'Millennium dome' },
    { field: 'condition', name: 'Derelict' },
  ],
  thesaurus: [
    term('victorian', 'century', '19th'),
    term('milling works', 'category', 'Mill or factory'),
    term('mine', 'category', 'Industrial site'),
    term('glasshouse', 'category', 'Garden'),
    term('glad', 'ignored', ''),
  ],
  places: new PlaceNames(
    [
      place('Glasgow', { names: ['Glasgow', 'Glaschu'], reach: 12 }),
      place('Glamis', { kind: 'village', common: false }),
      place('Stirlingshire', { kind: 'council', reach: 60 }),
      place('Stirling', { reach: 10 }),
      place('the Isle of Skye', { kind: 'island', names: ['Isle of Skye', 'Skye'], reach: 40 }),
      place('Tarbert', { latitude: 55.9 }),
      place('Tarbert', { latitude: 57.9, common: false }),
    ],
    ({ latitude }) => (latitude > 57 ? 'Na h-Eileanan Siar' : 'Argyll and Bute'),
  ),
});

const complete = (query: string) =>
  completeQuery(query, vocabulary, ({ name }) => name !== 'Millennium dome').entries.map(
    ({ text, detail }) => `${text}: ${detail}`,
  );

test.each([
  ['stirl', ['Stirling: Town', 'Stirlingshire: Council area']],
  ['isle of s', ['Isle of Skye: Island']],
  ['glasc', ['Glaschu: Town (Glasgow)']],
  ['vict', ['victorian: 19th century']],
  ['derelict mi', ['derelict mill: Mill or factory', 'derelict mine: Industrial site']],
  ['near gla', ['near Glasgow: Town', 'near Glamis: Village']],
  [
    'urquhart within 5 miles of the gla',
    ['urquhart within 5 miles of the Glasgow: Town', 'urquhart within 5 miles of the Glamis: Village'],
  ],
  ['gla', ['Glasgow: Town', 'glasshouse: Garden']],
  ['not mi', ['not mill: not Mill or factory', 'not mine: not Industrial site']],
  ['Tarbert', ['Tarbert, Argyll and Bute: Town']],
  ['near tarb', ['near Tarbert, Argyll and Bute: Town', 'near Tarbert, Na h-Eileanan Siar: Town']],
])('completes ‘%s’ to what it may mean', (query, completed) => {
  expect(complete(query)).toEqual(completed);
});

test.each(['g', '', '"near gla', 'urquhart mi', `${'x'.repeat(98)} gl`])('offers nothing for ‘%s’', (query) => {
  expect(complete(query)).toEqual([]);
});

import { expect, test } from 'vitest';
import { RANGE_FACETS, RANGE_FIELDS } from '../locations/schema.ts';
import { getAdvice, listRelaxations, describeNoMatch } from './query-relaxation.ts';

test('offers to remove each condition and keep the others', () => {
  const params = {
    query: 'tower',
    category: ['Castle'],
    localauthority: ['Fife', 'Moray'],
    bbox: '-6,56,-4,58',
    currentPage: 2,
  };
  expect(listRelaxations(params)).toEqual([
    {
      label: 'Category',
      value: 'Castle',
      params: { query: 'tower', localauthority: ['Fife', 'Moray'], bbox: '-6,56,-4,58' },
    },
    {
      label: 'Local authority',
      value: 'Fife, Moray',
      params: { query: 'tower', category: ['Castle'], bbox: '-6,56,-4,58' },
    },
    {
      label: 'Area',
      value: 'on the map',
      params: { query: 'tower', category: ['Castle'], localauthority: ['Fife', 'Moray'] },
    },
    {
      label: 'Words',
      value: '‘tower’',
      params: { category: ['Castle'], localauthority: ['Fife', 'Moray'], bbox: '-6,56,-4,58' },
    },
  ]);
});

test('offers nothing for a single condition', () => {
  expect(listRelaxations({ query: 'xyzzy' })).toEqual([]);
  expect(listRelaxations({ setting: ['Coastal', 'Loch'] })).toEqual([]);
});

test.each([
  [{ query: 'tower' }, 'Nothing matches ‘tower’.'],
  [{ query: 'tower', bbox: '-6,56,-4,58' }, 'Nothing matches ‘tower’ in this area.'],
  [{ bbox: '-6,56,-4,58' }, 'Nothing matches in this area.'],
  [{ query: 'tower', setting: ['Loch'] }, 'Nothing matches ‘tower’ with this filter.'],
  [{ setting: ['Loch'], century: ['13th'] }, 'Nothing matches these two filters.'],
  [{ setting: ['Loch'], bbox: '-6,56,-4,58' }, 'Nothing matches this filter in this area.'],
])('describes what matches nothing: %j', (params, sentence) => {
  expect(describeNoMatch(params)).toBe(sentence);
});

test.each([
  [{ query: 'xyzzy' }, 'Check the spelling, or use fewer words.'],
  [{ category: ['Nope', 'Nor this'] }, 'Choose another option.'],
  [{ bbox: '-6,56,-4,58' }, 'Search in a larger area.'],
  [{ query: 'xyzzy', bbox: '-6,56,-4,58' }, 'Taking away one of them would not be enough.'],
  [{ setting: ['Loch'], century: ['13th'] }, 'Taking away one of them would not be enough.'],
  [{}, ''],
])('gives advice: %j', (params, advice) => {
  expect(getAdvice(params)).toBe(advice);
});

test.each(RANGE_FIELDS)('relaxes and describes the range of %s like a filter', (field) => {
  const params = { setting: ['Loch'], [field]: '10-50' };
  expect(listRelaxations(params)).toContainEqual({
    label: RANGE_FACETS[field].label,
    value: '10 to 50',
    params: { setting: ['Loch'] },
  });
  expect(describeNoMatch(params)).toBe('Nothing matches these two filters.');
  expect(getAdvice({ [field]: '10-50' })).toBe('Choose a wider range.');
});

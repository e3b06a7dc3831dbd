import { describe, expect, it } from 'vitest';
import { getDifferences } from './differences.ts';
import { PUBLISHED_FIELDS, type PublishedFields } from './schema.ts';
import { RECORD_FIELDS, type RecordFields } from '../catalogue/fields/lookup.ts';
import { getEmptyFields } from '../catalogue/fields/values.ts';

const fields: RecordFields = {
  ...getEmptyFields(RECORD_FIELDS),
  title: 'Weir mill',
  category: ['Mill', 'Ruin'],
  description: 'A mill.',
  locationurl: 'weir-mill',
  address1: '1 Weir Road',
  address3: 'Killin',
  postcode: 'FK8 1AA',
  address_public: true,
  latitude: 56.1234567,
  longitude: -3.9876543,
  map_precision: 'exact',
};
const published: PublishedFields = {
  ...getEmptyFields(PUBLISHED_FIELDS),
  title: 'Weir mill',
  locationurl: 'weir-mill',
  description: 'A mill.',
  category: ['Ruin', 'Mill'],
  map_precision: 'exact',
  latitude: 56.12346,
  longitude: -3.98765,
  address: ['1 Weir Road', 'Killin', 'FK8 1AA'],
  production_facts: [],
  image_changes: null,
};
const after = (changes: Partial<RecordFields>, online: Partial<PublishedFields> = {}) =>
  getDifferences({ ...fields, ...changes }, { ...published, ...online });

describe('differences from the published version', () => {
  it('are empty without changes, or without a published version', () => {
    expect(after({ remarks: 'Internal', ownername: 'Somebody' })).toEqual({});
    expect(getDifferences({ ...fields, title: 'Other' }, null)).toEqual({});
  });

  it('have the published value, which can be restored', () => {
    expect(after({ title: 'Weir house', category: ['Mill'], featured: true })).toEqual({
      title: { published: 'Weir mill', now: 'Weir house', restore: { title: 'Weir mill' } },
      category: { published: 'Ruin, Mill', now: 'Mill', restore: { category: ['Ruin', 'Mill'] } },
      featured: { published: 'No', now: 'Yes', restore: { featured: false } },
    });
    expect(after({ nearesttown: 'Killin' })).toEqual({
      nearesttown: { published: 'Nothing', now: 'Killin', restore: { nearesttown: '' } },
    });
  });

  it('compare public positions, and do not offer an inexact one for restoring', () => {
    expect(after({ latitude: 57 }).position).toEqual({
      published: '56.12346, -3.98765',
      now: '57, -3.98765',
      restore: { latitude: 56.12346, longitude: -3.98765 },
    });
    const area = { map_precision: 'area', latitude: 56.1, longitude: -4 } as const;
    expect(after({ latitude: 57, map_precision: 'area' }, area)).toEqual({
      position: {
        published: 'An area around 56.100, -4.000',
        now: expect.stringMatching(/^An area around 57\.\d{3}, /),
        restore: null,
      },
    });
    expect(Object.keys(after({ map_precision: 'near' }))).toEqual(['map_precision']);
    expect(after({ latitude: null, longitude: null }).position).toMatchObject({
      published: '56.12346, -3.98765',
      now: 'Nothing',
    });
  });

  it('include the address if it is or was public', () => {
    const shown = { published: '1 Weir Road, Killin, FK8 1AA' };
    const restore = { address1: '1 Weir Road', address2: 'Killin', address3: '', address4: '', postcode: 'FK8 1AA' };
    expect(after({ address1: '2 Weir Road' }).address).toEqual({
      ...shown,
      now: '2 Weir Road, Killin, FK8 1AA',
      restore: { ...restore, address_public: true },
    });
    expect(after({ address_public: false }).address).toMatchObject({ ...shown, now: 'Not shown' });
    expect(after({}, { address: [] }).address).toEqual({
      published: 'Not shown',
      now: '1 Weir Road, Killin, FK8 1AA',
      restore: { address_public: false },
    });
    expect(after({ address_public: false, address1: 'Other' }, { address: [] })).toEqual({});
    expect(after({ ...restore, address_public: true })).toEqual({});
  });
});

import fc from 'fast-check';
import { SAMPLE_OPTIONS } from '../locations.ts';
import type { Action, Fields, Save, Step, Who } from './model.ts';

/** Another option of every field. */
export const OTHER_OPTIONS: typeof SAMPLE_OPTIONS = {
  category: ['Harbour', 'Store'],
  setting: ['Coastal'],
  century: ['18th', '20th'],
  condition: ['Derelict'],
  ownershiptype: ['Trust'],
  localauthority: ['Fife'],
  filmoffice: ['Fife film office'],
};

function features(options: typeof SAMPLE_OPTIONS): Fields {
  const { category, setting, century, ...single } = options;
  return {
    category,
    setting,
    century,
    ownername: 'M. Rae',
    ...Object.fromEntries(Object.entries(single).map(([field, [name]]) => [field, name])),
  };
}

const SAMPLE_FIELDS: Fields = {
  title: 'Weir mill',
  address1: '1 Weir Road',
  address2: 'Causewayhead',
  address3: '',
  address4: '',
  postcode: 'FK8 1AA',
  telephone1: '0131 496 0142',
  telephone2: '',
  email: 'morag@weir.example',
  locationurl: 'weir',
  nearesttown: 'Stirling',
};
const POINT = { latitude: 56.212_345_67, longitude: -4.212_345_67, map_precision: 'exact', address_public: false };

/** Values of each step. The last differs from the first only in what the public cannot see. */
const VALUES: Readonly<Record<Step, readonly [Fields, Fields, Fields]>> = {
  0: [
    SAMPLE_FIELDS,
    {
      ...SAMPLE_FIELDS,
      title: 'Harbour store',
      address1: '2 Shore Street',
      nearesttown: 'Anstruther',
      locationurl: 'harbour',
    },
    { ...SAMPLE_FIELDS, telephone1: '0131 496 0177', email: 'rae@weir.example' },
  ],
  1: [features(SAMPLE_OPTIONS), features(OTHER_OPTIONS), { ...features(SAMPLE_OPTIONS), ownername: 'I. Ross' }],
  2: [
    { description: 'A mill on the river.' },
    { description: 'A store by the sea.' },
    { description: 'A mill on the river.' },
  ],
  5: [
    POINT,
    { latitude: 57.2, longitude: -3.2, map_precision: 'near', address_public: true },
    // A centimetre away; public positions are rounded to a metre.
    { ...POINT, latitude: POINT.latitude + 0.000_000_1 },
  ],
};
const STEPS = [0, 1, 2, 5] as const;
/** Changes that empty required fields of each step, which makes it incomplete. */
const BLANK_CHANGES: Readonly<Record<Step, readonly Fields[]>> = {
  0: [{ address1: '' }, { title: '' }],
  1: [{ condition: '' }],
  2: [{ description: '' }],
  5: [{ latitude: null, longitude: null }],
};
const MALFORMED: Readonly<Partial<Record<Step, Fields>>> = {
  0: { email: 'nobody' },
  1: { condition: 'Not in the list' },
};

const mostly = <T>(...weighted: readonly (readonly [weight: number, value: T])[]) =>
  fc.oneof(...weighted.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
const variant = mostly<0 | 1 | 2>([4, 0], [2, 1], [1, 2]);
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STEPS).map((step): readonly Step[] => [step]) },
  { weight: 2, arbitrary: fc.constant<readonly Step[]>(STEPS) },
);
const someFields = fc.record({
  steps,
  variant,
  flaw: mostly<'none' | 'blank' | 'malformed' | 'only one field'>(
    [12, 'none'],
    [2, 'blank'],
    [1, 'malformed'],
    [2, 'only one field'],
  ),
});

function fillSteps({ steps: filled, variant: n, flaw }: typeof someFields extends fc.Arbitrary<infer T> ? T : never) {
  const [first = 0] = filled;
  const all: Fields = Object.assign({}, ...filled.map((step) => VALUES[step][n]));
  const [[name, value] = ['title', '']] = Object.entries(VALUES[first][n]);
  const fields = flaw === 'only one field' ? { [name]: value } : all;
  const blanked = BLANK_CHANGES[first][n % BLANK_CHANGES[first].length];
  const malformed = flaw === 'malformed' ? MALFORMED[first] : undefined;
  return {
    fields: { ...fields, ...(flaw === 'blank' && blanked), ...malformed },
    steps: flaw === 'only one field' ? [first] : filled,
    malformed: malformed !== undefined,
  };
}

const expectsVersion = mostly([3, true], [2, false]);
const stale = mostly([12, false], [1, true]);
const saving = fc
  .record({ some: someFields, stale })
  .map(({ some, ...save }): Save => ({ ...fillSteps(some), ...save, submits: false, internal: false }));
const NO_FIELDS = { fields: {}, steps: [], malformed: false };
const submitting = fc.record({ some: fc.option(someFields, { freq: 4 }), stale }).map(({ some, ...save }): Save => ({
  ...(some ? fillSteps(some) : NO_FIELDS),
  ...save,
  submits: true,
  internal: false,
}));

/** Changes of internal fields; some of these are public. */
const INTERNAL: readonly Fields[] = [
  { remarks: 'Ask for the key', visited: true, datevisited: '2025-05-12', locationidentifier: null },
  { featured: true, attribution: 'Facts: Example' },
  { featured: false, attribution: '', remarks: '' },
];
const savingInternal = fc
  .record({ fields: fc.constantFrom(...INTERNAL), stale })
  .map((save): Save => ({ ...NO_FIELDS, ...save, submits: false, internal: true }));

/** Index of a location, taken modulo their number. */
const place = fc.nat(3);
const number = mostly([3, 0], [2, 1], [1, 2]);
const anybody = mostly<Who>([7, 'owner'], [3, 'admin'], [1, 'colleague'], [1, 'otherOwner']);
const owner = mostly<Who>([10, 'owner'], [1, 'admin'], [1, 'otherOwner']);
const team = mostly<Who>([5, 'admin'], [5, 'colleague'], [1, 'owner']);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary });

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  weighted(
    1,
    fc
      .record({ by: fc.constantFrom(0 as const, 1 as const), blank: mostly([4, {}], [1, { nearesttown: '' }]) })
      .map(({ by, blank }) => ({ kind: 'create', by, fields: { ...SAMPLE_FIELDS, ...blank } })),
  ),
  weighted(10, fc.record({ kind: fc.constant('save' as const), who: anybody, place, save: saving })),
  weighted(8, fc.record({ kind: fc.constant('save' as const), who: owner, place, save: submitting })),
  weighted(4, fc.record({ kind: fc.constant('save' as const), who: team, place, save: savingInternal })),
  weighted(4, fc.record({ kind: fc.constant('add image' as const), who: anybody, place })),
  weighted(3, fc.record({ kind: fc.constant('finish images' as const), place })),
  weighted(1, fc.record({ kind: fc.constant('fail an image' as const), place })),
  weighted(2, fc.record({ kind: fc.constant('delete image' as const), who: anybody, place, image: number })),
  weighted(2, fc.record({ kind: fc.constant('make primary' as const), who: anybody, place, image: number })),
  weighted(
    2,
    fc.record({
      kind: fc.constant('describe' as const),
      who: anybody,
      place,
      image: number,
      alt: fc.constantFrom('The lade', 'The wheel'),
    }),
  ),
  weighted(2, fc.record({ kind: fc.constant('add contact' as const), who: anybody, place })),
  weighted(
    2,
    fc.record({
      kind: fc.constantFrom('change contact' as const, 'delete contact' as const),
      who: anybody,
      place,
      contact: number,
    }),
  ),
  weighted(5, fc.record({ kind: fc.constant('look' as const), who: team, place })),
  weighted(9, fc.record({ kind: fc.constant('publish' as const), who: team, place, expectsVersion })),
  weighted(2, fc.record({ kind: fc.constant('unpublish' as const), who: team, place })),
  weighted(3, fc.record({ kind: fc.constant('move back' as const), who: team, place, expectsVersion })),
  weighted(
    2,
    fc.record({
      kind: fc.constant('change owner' as const),
      who: team,
      place,
      to: fc.constantFrom(0 as const, 1 as const),
    }),
  ),
  weighted(1, fc.record({ kind: fc.constant('add document' as const), who: team, place })),
  weighted(1, fc.record({ kind: fc.constant('delete document' as const), who: team, place, document: number })),
  weighted(
    1,
    fc.record({
      kind: fc.constant('delete' as const),
      who: mostly<Who>([1, 'admin'], [3, 'owner']),
      place,
      expectsVersion,
    }),
  ),
);

/** Creates a location that can be submitted. Every sequence begins with it. */
export const BEGINNING: readonly Action[] = [
  { kind: 'create', by: 0, fields: SAMPLE_FIELDS },
  {
    kind: 'save',
    who: 'owner',
    place: 0,
    save: { ...fillSteps({ steps: STEPS, variant: 0, flaw: 'none' }), stale: false, submits: false, internal: false },
  },
  { kind: 'add image', who: 'owner', place: 0 },
  { kind: 'finish images', place: 0 },
];

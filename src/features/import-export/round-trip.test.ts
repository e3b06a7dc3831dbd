import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addOption, clearCatalogue, recordEvents } from '../../../tests/support/locations.ts';
import type { LocationEvent } from '../locations/events.ts';
import { getCatalogueGeneration, inSnapshot } from '../locations/catalogue/published/queries.server.ts';
import { importLocations } from './commands.server.ts';
import { exportLocations } from './export.server.ts';
import type { Kind } from '../locations/catalogue/fields/field-kinds.ts';
import { FIELDS, type Field } from '../locations/catalogue/fields/lookup.ts';
import { MAP_PRECISIONS } from '../geography/schema.ts';
import { FACET_FIELDS, type FacetField, isFacetField } from '../locations/catalogue/schema.ts';

const { kysely: db } = await testDatabase();
const { publishEvent } = recordEvents<LocationEvent>();
const OPTIONS: Readonly<Record<FacetField, readonly string[]>> = {
  ...(Object.fromEntries(FACET_FIELDS.map((field) => [field, [`${field} a`, `${field} b`]])) as Record<
    FacetField,
    string[]
  >),
  category: ['Mill', 'Café; bar', 'Shop, "old"'],
  condition: ['Good', 'Fair'],
};

const words = fc
  .string({ unit: fc.constantFrom('a', 'Ü', ' ', '"', ',', ';', '|', "'", '=', '𝄞', '0'), minLength: 1, maxLength: 12 })
  .map((text) => text.trim() || 'x');
/** Texts that mean something else in the tables of other programs. */
const otherMeaning = fc.constantFrom('NULL', '\\N', '(null)', '=""', '="a"', '---', 'Total', 'say \\"a\\", b', 'sep=;');
const paragraphs = fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const orNothing = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

/** Values of each kind of field. A position is a pair, and URLs are unique. */
function arbitraryOf({ name, kind, min = 0, max }: Field): fc.Arbitrary<unknown> | undefined {
  if (isFacetField(name)) {
    const options = OPTIONS[name];
    return fc.subarray([...options], { maxLength: kind === 'options' ? options.length : 1 });
  }
  const ofKind: Readonly<Partial<Record<Kind, fc.Arbitrary<unknown>>>> = {
    line: orNothing(fc.oneof({ weight: 4, arbitrary: words }, otherMeaning)),
    text: orNothing(paragraphs),
    postcode: orNothing(fc.constantFrom('eh1 1re', 'GIR0AA')),
    telephone: orNothing(fc.constant('+44 (0)131 496-0142')),
    email: orNothing(fc.constant('morag@weir.example')),
    date: orNothing(day),
    number: orNothing(fc.integer({ min, ...(max !== undefined && { max }) })),
    precision: fc.constantFrom(...MAP_PRECISIONS),
    'yes-no': fc.boolean(),
    'yes-no-null': orNothing(fc.boolean()),
  };
  return ofKind[kind];
}

const ofFields = FIELDS.flatMap((field) => {
  const arbitrary = arbitraryOf(field);
  return arbitrary ? [[field.name, arbitrary] as const] : [];
});

/** A valid row with a random selection of columns. */
const row = fc
  .tuple(
    fc.record({ ...Object.fromEntries(ofFields), sample: fc.boolean(), creationdate: day }, { requiredKeys: [] }),
    orNothing(fc.record({ latitude: degrees(90), longitude: degrees(180) })),
    fc.record({ locationidentifier: fc.integer({ min: 1, max: 2_147_483_647 }), title: words }),
  )
  .map(([optional, position, required]) => ({ ...optional, ...position, ...required }));
const rows = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ locationidentifier }) => locationidentifier,
});

function load(content: string | readonly object[]) {
  const file = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  const task = {
    file,
    fileName: 'rows',
    mapping: {},
    apply: true,
    createOptions: false,
    republish: false,
    choices: { wants: new Set(['OUTSIDE_REGION', 'LIKELY_DUPLICATE'] as const) },
    actorId: null,
    at: new Date(),
  };
  return db.transaction().execute((trx) => importLocations(trx, task, publishEvent));
}

function exported(): Promise<string> {
  return inSnapshot(db, async (snapshot) => {
    let text = '';
    for await (const chunk of exportLocations(snapshot)) text += chunk;
    return text;
  });
}

async function emptyCatalogue(): Promise<void> {
  await clearCatalogue(db);
  for (const field of FACET_FIELDS) {
    for (const name of OPTIONS[field]) await addOption(db, field, name);
  }
}

const everything = async () => ({
  csv: await exported(),
  generation: await getCatalogueGeneration(db),
  audit: await db.selectFrom('audit_logs').select('id').execute(),
  states: await db.selectFrom('locations').select(['id', 'status', 'version']).orderBy('id').execute(),
});

it('imports an export as the same catalogue, and without changes a second time', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      await emptyCatalogue();
      expect((await load(given)).problems).toEqual([]);
      const once = await everything();
      expect(await load(given)).toMatchObject({ unchanged: given.length, problems: [] });
      expect(await load(once.csv)).toMatchObject({ unchanged: given.length, problems: [] });
      expect(await everything()).toEqual(once);

      await db.deleteFrom('locations').execute();
      expect(await load(once.csv)).toMatchObject({ added: given.length, problems: [] });
      expect(await exported()).toBe(once.csv);
    }),
    { numRuns: 40 },
  );
});

const fault = fc.constantFrom(
  { title: '' },
  { title: 'x'.repeat(151) },
  { description: 'x'.repeat(10_001) },
  { remarks: 'bell \u0007' },
  { postcode: 'nowhere' },
  { latitude: 12, longitude: null },
  { category: ['Palace'] },
  { condition: ['Good', 'Fair'] },
  { datevisited: '2019-13-01' },
  { locationurl: 'boards' },
);

it('changes nothing when one row is invalid, and reports its line', async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, fault, fc.nat(), async (before, given, wrong, place) => {
      await emptyCatalogue();
      await load(before);
      const untouched = await everything();
      const index = place % given.length;
      const broken = { ...given[index], ...wrong, locationidentifier: unusedId(before, given) };
      const file = given.map((good, at) => JSON.stringify(at === index ? broken : good));
      const report = await load(`[\n${file.join(',\n')}\n]`);
      expect(report).toMatchObject({ applied: false, problems: [{ line: index + 2 }] });
      expect(await everything()).toEqual(untouched);
    }),
    { numRuns: 40 },
  );
});

function unusedId(...files: readonly { locationidentifier: number }[][]): number {
  const used = new Set(files.flat().map(({ locationidentifier }) => locationidentifier));
  let id = 1;
  while (used.has(id)) id += 1;
  return id;
}

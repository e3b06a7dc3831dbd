import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { connectAsOwner } from '../../../platform/db/pool.ts';
import { findDuplicates } from '../jobs.server.ts';

// Real places of the demo catalogue, with a second entry of some that differs as such entries do. Everything else that is found counts as a
// mistake, although the catalogue itself may have duplicates.

const { url, kysely: db } = await testDatabase();

interface Place {
  readonly title: string;
  readonly nearesttown: string | null;
  readonly postcode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const METRES_PER_DEGREE = 111_195;
const moveNorth = (place: Place, metres: number): Place => ({
  ...place,
  latitude: place.latitude === null ? null : place.latitude + metres / METRES_PER_DEGREE,
});
const withTypingError = (title: string) => {
  const longest = title.split(' ').toSorted((one, other) => other.length - one.length)[0]!;
  return title.replace(longest, longest.slice(0, 2) + longest.slice(3));
};

/** Ways in which a second entry of a place can differ. */
const VARIANTS: Readonly<Record<string, (place: Place) => Place>> = {
  'typing error': (place) => ({ ...place, title: withTypingError(place.title) }),
  'moved by 50 m': (place) => moveNorth(place, 50),
  'moved by 150 m, with a typing error': (place) => moveNorth({ ...place, title: withTypingError(place.title) }, 150),
  'town in the title': (place) => ({ ...moveNorth(place, 20), title: `The ${place.title}, ${place.nearesttown}` }),
  'another title, the same pictures': (place) => ({ ...moveNorth(place, 500), title: 'Atmospheric ruin' }),
};

async function addPlaces(places: readonly (Place & { readonly id: string })[]): Promise<void> {
  const rows = JSON.stringify(places.map((place) => ({ ...place, locationurl: `place-${place.id}` })));
  await sql`
    insert into locations (id, locationurl, title, nearesttown, postcode, latitude, longitude)
    select id, locationurl, title, nearesttown, postcode, latitude, longitude
    from jsonb_populate_recordset(null::locations, ${rows})`.execute(db);
}

async function addPictures(hashes: readonly (readonly [locationId: string, hash: string])[]): Promise<void> {
  for (const [location_id, perceptual_hash] of hashes) {
    const sha256 = createHash('sha256').update(`${location_id} ${perceptual_hash}`).digest('hex');
    const picture = { sha256, content_type: 'image/jpeg' as const, bytes: 1, width: 900, height: 600 };
    await db
      .insertInto('pictures')
      .values({ ...picture, perceptual_hash })
      .execute();
    await db.insertInto('images').values({ location_id, sha256, position: 0 }).execute();
  }
}

/** The hash of a picture and of a scaled copy of it, which differ in two bits. */
function makeHashes(seed: string): [string, string] {
  const hash = createHash('sha256').update(seed).digest('hex').slice(0, 16);
  return [hash, (BigInt(`0x${hash}`) ^ 0b100000100n).toString(16).padStart(16, '0')];
}

/** An id that is the same in every run: chance collisions of hashes would move the figures. */
const makeId = (seed: string) =>
  createHash('sha256')
    .update(seed)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

test('finds second entries of real places, and hardly anything else', async () => {
  const file = await readFile(new URL('../../../../demo/places/places.csv', import.meta.url), 'utf8');
  const rows: Record<string, string>[] = parse(file, { columns: true, bom: true });
  const places = rows.map((row, index) => ({
    id: makeId(`place ${index}`),
    title: row['title']!,
    nearesttown: row['nearesttown'] || null,
    postcode: row['postcode'] || null,
    latitude: row['latitude'] ? Number(row['latitude']) : null,
    longitude: row['longitude'] ? Number(row['longitude']) : null,
  }));
  await addPlaces(places);
  const names = Object.keys(VARIANTS);
  const copies = places
    .filter((_, index) => index % 10 === 0)
    .map((original, index) => {
      const variant = names[index % names.length]!;
      return { original, variant, copy: { ...VARIANTS[variant]!(original), id: makeId(`copy ${index}`) } };
    });
  await addPlaces(copies.map(({ copy }) => copy));
  const pictured = copies.filter(({ variant }) => variant.includes('pictures'));
  await addPictures(
    pictured.flatMap(({ original, copy }) => {
      const [hash, scaled] = makeHashes(original.id);
      return [
        [original.id, hash],
        [copy.id, scaled],
      ] as const;
    }),
  );
  // Which words are common depends on the statistics of the table, which the database collects at any moment, on a site sooner or later.
  const owner = connectAsOwner(url, console);
  await sql`analyze locations`.execute(owner.kysely);
  await owner.pool.end();
  await findDuplicates(db);

  const pairs = await db.selectFrom('duplicate_pairs').selectAll().execute();
  const found = new Set(pairs.map(({ a_id, b_id }) => `${a_id} ${b_id}`));
  const isFound = (one: string, other: string) => found.has(one < other ? `${one} ${other}` : `${other} ${one}`);
  const missed = copies.filter(({ original, copy }) => !isFound(original.id, copy.id));
  const recall = 1 - missed.length / copies.length;
  const precision = (copies.length - missed.length) / pairs.length;
  expect(recall).toBeGreaterThanOrEqual(0.97);
  expect(precision).toBeGreaterThanOrEqual(0.9);
});

import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { LayerFileError } from './layer-file-error.ts';
import type { Layer, LayerArea } from './layer-file.server.ts';
import type { Coordinate, Outline } from './outlines.server.ts';

const MAX_LAYERS = 50;
/** Rows of one statement. Outlines can have many positions. */
const BATCH_ROWS = 500;

/**
 * Installs a layer instead of the one with the same name.
 * @throws {LayerFileError} if there are too many layers, or it names a local authority that the site does not have
 */
export function installLayer(db: Db, layer: Layer): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Two installations of one layer take turns. Reading goes on.
    await sql`lock table consent_layers in share row exclusive mode`.execute(trx);
    const layers = await trx.selectFrom('consent_layers').select(['id', 'name']).execute();
    const layer_id = layers.find(({ name }) => name === layer.name)?.id ?? (await addLayer(trx, layer, layers.length));
    await trx.deleteFrom('consent_areas').where('layer_id', '=', layer_id).execute();
    const authorities = await findAuthorities(trx, layer.areas);
    for (let from = 0; from < layer.areas.length; from += BATCH_ROWS) {
      const areas = layer.areas.slice(from, from + BATCH_ROWS);
      // oxlint-disable-next-line no-await-in-loop -- batches of one transaction
      await insertAreas(trx, layer_id, areas, authorities);
    }
    // Tells all nodes, by a trigger.
    await trx
      .updateTable('consent_layers')
      .set({ attribution: layer.attribution, installed_at: new Date() })
      .where('id', '=', layer_id)
      .execute();
  });
}

async function addLayer(trx: Trx, { name }: Layer, others: number): Promise<number> {
  if (others >= MAX_LAYERS)
    throw new LayerFileError(`There are ${MAX_LAYERS} layers, which is the limit. Remove one before.`);
  const { id } = await trx.insertInto('consent_layers').values({ name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function insertAreas(
  trx: Trx,
  layer_id: number,
  areas: readonly LayerArea[],
  authorities: ReadonlyMap<string, number>,
): Promise<void> {
  await trx
    .insertInto('consent_areas')
    .values(
      areas.map(({ localauthority, texts, number }) => ({
        ...texts,
        layer_id,
        number,
        authority_id: localauthority === null ? null : authorities.get(localauthority)!,
      })),
    )
    .execute();
  const rows = areas.flatMap(({ number, outlines }) =>
    outlines.map(({ outline, holes }: Outline) => ({
      layer_id,
      number,
      outline: toPolygon(outline),
      holes: holes.map(toPolygon),
    })),
  );
  for (let from = 0; from < rows.length; from += BATCH_ROWS)
    // oxlint-disable-next-line no-await-in-loop -- batches of one transaction
    await trx
      .insertInto('consent_area_outlines')
      .values(rows.slice(from, from + BATCH_ROWS))
      .execute();
}

/** Returns the ids of the local authorities that areas name. */
async function findAuthorities(trx: Trx, areas: readonly LayerArea[]): Promise<ReadonlyMap<string, number>> {
  const options = await trx
    .selectFrom('options')
    .select(['id', 'name'])
    .where('field', '=', 'localauthority')
    .orderBy('name')
    .execute();
  const ids = new Map(options.map(({ id, name }) => [name, id]));
  const unknown = areas.filter(({ localauthority }) => localauthority !== null && !ids.has(localauthority));
  if (unknown.length > 0)
    throw new LayerFileError(
      `The site has no local authority ${unknown.map(({ localauthority }) => localauthority).join(', ')}. ` +
        `It has ${options.map(({ name }) => name).join(', ')}.`,
    );
  return ids;
}

/** Formats a ring as a polygon of PostgreSQL. */
function toPolygon(ring: readonly Coordinate[]): string {
  return `(${ring.map(([longitude, latitude]) => `(${longitude},${latitude})`).join(',')})`;
}

/** Removes a layer. @returns whether there was one */
export async function removeLayer(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('consent_layers').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

import type { Db } from '../../platform/db/transaction.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { getRegion } from '../geography/region/queries.server.ts';
import { installLayer, removeLayer } from './commands.server.ts';
import { LayerFileError } from './layer-file-error.ts';
import { type Layer, readLayerFile } from './layer-file.server.ts';
import { listLayers } from './queries.server.ts';

export const CONSENTS_USAGE = `consents list          lists the layers of consent areas: areas inside which filming requires somebody's consent
consents install FILE.geojson
                       installs a layer from a file, instead of the one with the same name
consents remove NAME   removes a layer`;

interface Outcome {
  readonly text: string;
  /** 0 done, 1 the file cannot be installed, or there is no such layer. */
  readonly exitCode: 0 | 1;
}

/** Runs the command `consents`; undefined if the arguments are wrong. */
export async function runConsents(
  db: Db,
  [action, argument = '', ...rest]: readonly string[],
): Promise<Outcome | undefined> {
  if (rest.length > 0 || (argument === '') !== (action === 'list')) return undefined;
  if (action === 'list') return { text: await describeLayers(db), exitCode: 0 };
  if (action === 'remove') return remove(db, argument);
  return action === 'install' ? install(db, argument) : undefined;
}

async function install(db: Db, file: string): Promise<Outcome> {
  try {
    const layer = await readLayerFile(file);
    await installLayer(db, layer);
    return { text: describeInstalled(layer), exitCode: 0 };
  } catch (error) {
    if (error instanceof LayerFileError) return { text: error.message, exitCode: 1 };
    throw error;
  }
}

function describeInstalled({ name, areas, outside, withoutGeometry }: Layer): string {
  const leftOut = (count: number, why: string) =>
    count > 0 ? [`Left out: ${formatCount(count, 'area')} ${why}.`] : [];
  return [
    `Layer installed: ${name}, ${formatCount(areas.length, 'area')}. Pages show it within 5 seconds.`,
    ...leftOut(outside, `outside ${getRegion().name}`),
    ...leftOut(withoutGeometry, 'without a geometry'),
  ].join('\n');
}

async function remove(db: Db, name: string): Promise<Outcome> {
  if (await removeLayer(db, name)) return { text: `Layer removed: ${name}.`, exitCode: 0 };
  return { text: `There is no layer ${name}.\n${await describeLayers(db)}`, exitCode: 1 };
}

async function describeLayers(db: Db): Promise<string> {
  const layers = await listLayers(db);
  if (layers.length === 0) return 'No layer is installed.';
  return layers
    .map(
      ({ name, areas, installed_at }) =>
        `${name}: ${formatCount(areas, 'area')}, installed ${installed_at.toISOString()}`,
    )
    .join('\n');
}

import { parseArgs } from 'node:util';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { installMapFile, removeMapFile } from './commands.server.ts';
import { MapFileError } from './map-file-error.ts';
import { findInstalledMaps } from './queries.server.ts';
import type { MapFileDetails, MapFileKind } from './schema.ts';

export const BASEMAP_USAGE = `basemap                shows the installed street map and relief
basemap install [--relief] FILE.pmtiles
                       installs a street map with the schema of Protomaps, or elevations for relief shading; replaces an
                       earlier file without interruption
basemap remove [--relief]
                       removes the street map or the relief; without a street map, the built-in base map is shown`;

const NAMES: Readonly<Record<MapFileKind, string>> = { streets: 'Street map', relief: 'Relief' };
const ACTIONS = ['show', 'install', 'remove'] as const;

interface Outcome {
  readonly text: string;
  /** 0 done, 1 the file cannot be installed. */
  readonly exitCode: 0 | 1;
}

/** Runs the command `basemap`; undefined if the arguments are wrong. */
export async function runBasemap(
  db: Db,
  openStorage: () => Promise<Storage>,
  args: readonly string[],
): Promise<Outcome | undefined> {
  const parsed = parseArguments(args);
  if (!parsed) return undefined;
  const { action, kind, file } = parsed;
  if (action === 'show') return succeed(await describeInstalled(db));
  if (action === 'remove') return succeed(await remove(db, kind));
  try {
    const details = await installMapFile(db, await openStorage(), { file, kind });
    return succeed(`${NAMES[kind]} installed: ${describe(details)}. It is used within 5 seconds.`);
  } catch (error) {
    if (error instanceof MapFileError) return { text: error.message, exitCode: 1 };
    throw error;
  }
}

function parseArguments(args: readonly string[]) {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: { relief: { type: 'boolean' } }, allowPositionals: true });
  } catch {
    return undefined;
  }
  const [name = 'show', file = '', ...rest] = parsed.positionals;
  const action = ACTIONS.find((known) => known === name);
  const relief = parsed.values.relief ?? false;
  const isValid =
    action && rest.length === 0 && (file !== '') === (action === 'install') && !(relief && action === 'show');
  return isValid ? { action, kind: relief ? ('relief' as const) : ('streets' as const), file } : undefined;
}

async function remove(db: Db, kind: MapFileKind): Promise<string> {
  const name = NAMES[kind];
  return (await removeMapFile(db, kind)) ? `${name} removed.` : `${name}: none is installed.`;
}

async function describeInstalled(db: Db): Promise<string> {
  const installed = await findInstalledMaps(db);
  const kinds: readonly MapFileKind[] = ['streets', 'relief'];
  return kinds
    .map((kind) => {
      const file = installed[kind];
      return `${NAMES[kind]}: ${file ? `${describe(file)}, installed ${file.installedAt.toISOString()}` : 'none is installed'}`;
    })
    .join('\n');
}

function describe({ bytes, minZoom, maxZoom, bounds }: MapFileDetails): string {
  return `${(bytes / 1e6).toFixed(1)} MB, zoom ${minZoom} to ${maxZoom}, area ${bounds.join(',')}`;
}

function succeed(text: string): Outcome {
  return { text, exitCode: 0 };
}

import { writeFile } from 'node:fs/promises';
import { exportLocations } from '../features/locations/importing/export.server.ts';
import { IMPORT_USAGE, runImport } from '../features/locations/importing/command-line.server.ts';
import { publishLocation, takeOffline } from '../features/locations/publishing/commands.server.ts';
import { inSnapshot, locationIdByUrl } from '../features/locations/queries.server.ts';
import { setMaintenance } from '../features/pages/commands.server.ts';
import { reindexTerms } from '../features/search/sql/commands.server.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { Refusal } from '../platform/db/refusal.ts';
import { ApiError } from '../platform/http/contract.ts';
import { createLog } from '../platform/log.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { announce } from './subscriptions.ts';

const USAGE = `npm run recce -- COMMAND

maintenance on|off     replaces the whole site by the maintenance page, or brings it back, within 5 seconds
publish ADDRESS        publishes a location, named by the last part of its address
unpublish ADDRESS      takes a location offline
export FILE            writes all locations to a CSV file that import reads
reindex                analyses the words of every published location anew
${IMPORT_USAGE}`;

class Misuse extends Error {}

type Command = (db: OpenDatabase['db'], args: readonly string[]) => Promise<{ text: string; exitCode: number }>;

const COMMANDS: Readonly<Record<string, Command>> = {
  import: (db, args) => runImport(db, args, announce, new Date()),
  export: async (db, [file]) => {
    if (!file) throw new Misuse(USAGE);
    await inSnapshot(db, (snapshot) => writeFile(file, exportLocations(snapshot)));
    return done(`Locations written to ${file}.`);
  },
  maintenance: async (db, [state]) => {
    if (state !== 'on' && state !== 'off') throw new Misuse(USAGE);
    await db.transaction().execute((trx) => setMaintenance(trx, state === 'on'));
    return done(`Maintenance is ${state}.`);
  },
  publish: async (db, [address]) => {
    const id = await idOf(db, address);
    await db.transaction().execute((trx) => publishLocation(trx, { id, actorId: null, at: new Date() }, announce));
    return done('Record published successfully');
  },
  unpublish: async (db, [address]) => {
    const id = await idOf(db, address);
    await db.transaction().execute((trx) => takeOffline(trx, { id, actorId: null, at: new Date() }, announce));
    return done('Record is now offline');
  },
  reindex: async (db) => done(`${await db.transaction().execute((trx) => reindexTerms(trx))} locations indexed.`),
};

async function idOf(db: OpenDatabase['db'], address: string | undefined): Promise<string> {
  if (!address) throw new Misuse(USAGE);
  const id = await locationIdByUrl(db, address);
  if (!id) throw new Misuse(`There is no location with the address ${address}.`);
  return id;
}

function done(text: string): { text: string; exitCode: number } {
  return { text, exitCode: 0 };
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misuse(USAGE);
  const config = readConfig(process.env);
  const database = await openDatabase(config, createLog({ logLevel: 'warn' }), 'guest');
  try {
    const { text, exitCode } = await command(database.db, args);
    console.log(text);
    return exitCode;
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).then(
  (exitCode) => (process.exitCode = exitCode),
  (error: unknown) => {
    const expected = [Misuse, ConfigError, Refusal, ApiError].some((kind) => error instanceof kind);
    console.error(expected ? (error as Error).message : error);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  },
);

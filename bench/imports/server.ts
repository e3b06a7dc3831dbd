import { sql } from 'kysely';
import { startWorker } from '../../src/server/worker/worker-supervisor.ts';
import { fillWithDemo, runSite } from '../site.ts';
import { addOwner } from '../uploads/server.ts';

export const PHOTOGRAPHS = Number(process.env['PHOTOGRAPHS'] ?? 1_000);

/** The owner who uploads, the target locations, and the data folder of the site. */
export interface Ready {
  readonly token: string;
  readonly locations: readonly string[];
  readonly dataDir: string;
}

/** Runs the site with the demo catalogue and its worker. Forgets the renditions that wait on the message 'forget', and replies. */
if (import.meta.main) {
  await runSite(
    async (site) => {
      await fillWithDemo(site);
      const forget = () => sql`delete from pgboss.job where state <> 'active'`.execute(site.db);
      await forget();
      process.on('message', (message) => {
        if (message === 'forget') void forget().then(() => process.send?.('forgotten'));
      });
      const owner = await addOwner(site.db, PHOTOGRAPHS);
      return { ...owner, dataDir: process.env['DATA_DIR'] ?? '' } satisfies Ready;
    },
    (_app, { databaseUrl, log }) => {
      const worker = startWorker({ databaseUrl, log });
      return () => worker.stop();
    },
  );
}

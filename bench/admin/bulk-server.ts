import { startWorker } from '../../src/server/worker/worker-supervisor.ts';
import { fillAsOwner, runSite } from '../site.ts';
import { seed } from './seed.ts';

/** Runs the site with long lists in the back office, and the worker that changes many locations. */
await runSite(
  (site) => fillAsOwner(site, seed),
  (_app, { databaseUrl, log }) => startWorker({ databaseUrl, log }).stop,
);

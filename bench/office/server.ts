import { createApp } from '../../src/server/app.ts';
import { connectAsOwner } from '../../src/platform/db/pool.ts';
import { openDatabase } from '../../src/server/database.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { builtPages } from '../../src/server/rendering/render-pool.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { fill } from './filling.ts';

/** The site with long lists in the back office. */
await runSite((site) => fillAsOwner(site, fill));

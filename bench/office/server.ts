import { createApp } from '../../src/server/app.ts';
import { connectAsOwner } from '../../src/platform/db/pool.ts';
import { openDatabase } from '../../src/server/database.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { builtPages } from '../../src/server/rendering/render-pool.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { fill } from './filling.ts';

/** The site as it is, on a full database; tells its parent what there is to ask for, and how much memory it takes when asked. */
const config = readConfig(process.env);
const log = createLog(config);
const { db, url: databaseUrl, close } = await openDatabase(config, log, 'host');
const owner = connectAsOwner(databaseUrl, log);
const filled = await fill(owner.kysely);
await owner.pool.end();
const storage = await openStorage(config);
const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
const app = await createApp({ config, log, db, databaseUrl, storage, jobs, openPages: builtPages() });
process.on('message', (message) => {
  if (message === 'memory') {
    process.send?.(process.memoryUsage.rss());
    return;
  }
  void app
    .close()
    .then(() => jobs.stop())
    .then(close)
    .then(() => process.exit(0));
});
await app.host.listen({ port: config.port, host: config.host });
process.send?.(filled);

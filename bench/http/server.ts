import { createApp } from '../../src/server/app.ts';
import { builtPages } from '../../src/server/rendering/render-pool.ts';
import { seedContent } from '../../src/server/seed/content-seed.ts';
import { openDatabase } from '../../src/server/database.ts';
import { loadDemo } from '../../src/server/seed/demo-catalogue.ts';
import { QUEUES } from '../../src/server/worker/queues.ts';
import { announce } from '../../src/server/event-subscriptions.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openJobs } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';

/**
 * The site on the demo catalogue, with one route more: /bench/{name} answers from memory what the parent process sends
 * under that name, through the same host with the same hooks.
 */
const config = readConfig(process.env);
const log = createLog(config);
const { db, url: databaseUrl, close } = await openDatabase(config, log, 'host');
const storage = await openStorage(config);
const jobs = await openJobs({ url: databaseUrl, queues: QUEUES, log });
await seedContent({ db, storage, jobs });
await loadDemo({ db, storage, jobs, announce });
const app = await createApp({ config, log, db, databaseUrl, storage, jobs, openPages: builtPages() });

const kept = new Map<string, { type: string; body: Buffer }>();
app.host.get<{ Params: { name: string } }>('/bench/:name', (request, reply) => {
  const answer = kept.get(request.params.name);
  return answer ? reply.type(answer.type).send(answer.body) : reply.callNotFound();
});
process.on('message', (message: { name: string; type: string; body: string } | 'stop') => {
  if (message === 'stop')
    void app
      .close()
      .then(() => jobs.stop())
      .then(close)
      .then(() => process.exit(0));
  else kept.set(message.name, { type: message.type, body: Buffer.from(message.body) });
});
await app.host.listen({ port: config.port, host: config.host });
process.send?.('ready');

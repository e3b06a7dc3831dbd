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
import { openStorage } from '../../src/platform/storage/open-storage.ts';

/** A response that the site sends from memory. */
export interface Sample {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

/** The site on the demo catalogue; /bench/{name} sends the sample of that name, through the same hooks as any other route. */
await runSite(
  async (site) => {
    await fillWithDemo(site);
    return 'ready';
  },
  ({ host }) => {
    const samples = new Map<string, Sample>();
    host.get<{ Params: { name: string } }>('/bench/:name', (request, reply) => {
      const sample = samples.get(request.params.name);
      return sample ? reply.type(sample.type).send(sample.body) : reply.callNotFound();
    });
    process.on('message', (message: Sample | 'stop') => {
      if (message !== 'stop') samples.set(message.name, message);
    });
    return async () => {};
  },
);

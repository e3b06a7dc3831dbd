import { fillWithDemo, runSite } from '../site.ts';

/** A response that the server sends from memory. */
export interface Sample {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

/** Runs the site with the demo catalogue; /bench/{name} sends a sample, through the same hooks as any other route. */
await runSite(
  async (site) => {
    await fillWithDemo(site);
    return 'ready';
  },
  ({ server }) => {
    const samples = new Map<string, { readonly type: string; readonly body: Buffer }>();
    server.get<{ Params: { name: string } }>('/bench/:name', (request, reply) => {
      const sample = samples.get(request.params.name);
      return sample ? reply.type(sample.type).send(sample.body) : reply.callNotFound();
    });
    process.on('message', (message: Sample | 'stop') => {
      if (message !== 'stop') samples.set(message.name, { type: message.type, body: Buffer.from(message.body) });
    });
    return async () => {};
  },
);

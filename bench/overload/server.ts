import { fillWithDemo, runSite } from '../site.ts';

/** Runs the site with the demo catalogue. */
await runSite(async (site) => {
  await fillWithDemo(site);
  return 'ready';
});

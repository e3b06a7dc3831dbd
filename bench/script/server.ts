import { seedContent } from '../../src/server/seed/content-seed.ts';
import { runSite } from '../site.ts';

await runSite(async (site) => {
  await seedContent(site);
  return 'ready';
});

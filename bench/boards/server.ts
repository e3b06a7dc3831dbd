import { fillAsOwner, runSite } from '../site.ts';
import { seed } from './seed.ts';

/** Runs the site with 10,000 boards. */
await runSite((site) => fillAsOwner(site, seed));

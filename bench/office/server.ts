import { fillAsOwner, runSite } from '../site.ts';
import { seed } from './seed.ts';

/** Runs the site with long lists in the back office. */
await runSite((site) => fillAsOwner(site, seed));

import { selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { DEFAULT_REGION } from '../../src/platform/settings/config.ts';

// Each process of the product selects its region. Tests of another region select that before they read anything of it.
selectRegion(DEFAULT_REGION);

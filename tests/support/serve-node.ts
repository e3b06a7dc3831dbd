import { readConfig } from '../../src/platform/settings/config.ts';
import { createRenderPool } from '../../src/server/rendering/render-pool.ts';
import { serve } from '../../src/server/serve.ts';

/**
 * Runs a node with the settings of the environment, without the checks of a production site: tests use HTTP, and need no mail server.
 * DEMO=on loads the demo of the region.
 */
process.exitCode = await serve(
  () => ({ ...readConfig(process.env), demo: process.env['DEMO'] === 'on' }),
  createRenderPool(),
);

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests wait for browsers, databases and timeouts: on two processors three workers take a fifth less time than two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Generous, since tests must pass on a loaded machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    // Processes that tests start share their compiled code, which halves the CPU time of a start.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    // Provides the rules of the default region, as the entry points of the server do.
    setupFiles: ['src/features/geography/region/queries.server.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{bin,src,demo,regions,tools,bench}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/support/demo-setup.ts'],
        },
      },
    ],
  },
});

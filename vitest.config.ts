import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that change their process: they select another region, or need decoders which the picture worker turns off. */
const TESTS_WITH_OWN_PROCESS = ['regions/**/*.test.ts', 'src/features/geography/basemap/static-map/static-map.test.ts'];

/** Tests that kill, starve and damage, which `npm run test:endurance` runs. */
const ENDURANCE_TESTS = 'tests/endurance/**/*.test.ts';
/** Tests of random actions, of which the endurance tests perform more. */
const TESTS_WITH_RANDOM_ACTIONS = [
  'src/features/locations/**/state-transitions.test.ts',
  'tests/audit-log-consistency.test.ts',
];

declare module 'vitest' {
  interface ProvidedContext {
    isEndurance: boolean;
  }
}

export default defineConfig({
  test: {
    // The files of a worker share its modules, which saves a fifth of the CPU time: a test restores what it changes in a module.
    isolate: false,
    provide: { isEndurance: false },
    // Tests wait for browsers, databases and timeouts: on two processors three workers take a fifth less time than two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Generous, since tests must pass on a loaded machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    // Processes that tests start share their compiled code, which halves the CPU time of a start.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    setupFiles: ['tests/support/measure-cpu-time.ts', 'tests/support/select-region.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{bin,src,demo,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...TESTS_WITH_OWN_PROCESS],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'process', include: TESTS_WITH_OWN_PROCESS, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ENDURANCE_TESTS],
          globalSetup: ['tests/support/demo-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'endurance',
          include: [ENDURANCE_TESTS, ...TESTS_WITH_RANDOM_ACTIONS],
          provide: { isEndurance: true },
          globalSetup: ['tests/support/demo-setup.ts'],
        },
      },
    ],
  },
});

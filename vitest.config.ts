import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By itself it leaves a processor free, which is half of a small machine.
    maxWorkers: '100%',
    // A loaded machine may take its time; what is waited for still has to come.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{src,demo,tools,bench}/**/*.test.{ts,tsx}'],
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

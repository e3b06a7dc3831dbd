import { spawnSync } from 'node:child_process';

/** Runs all journeys, or those of the arguments, with slow scripts, with slow responses of the API, and in browsers that render late. */
const MODES = [{ SLOW_SCRIPTS_MS: '1500' }, { SLOW_RESPONSES_MS: '600' }, { LATE_RENDERING_MS: '60' }] as const;

const [first = 'tests/journeys', ...others] = process.argv.slice(2);
for (const mode of MODES) {
  console.log(mode);
  const options = { stdio: 'inherit', env: { ...process.env, ...mode } } as const;
  const { status } = spawnSync('vitest', ['run', '--project=site', first, ...others], options);
  if (status !== 0) process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The programs installed in tools/ and in the root. */
const BIN = ['tools/node_modules/.bin', 'node_modules/.bin'].map((folder) =>
  path.resolve(import.meta.dirname, '..', folder),
);
const PATH = [...BIN, process.env['PATH']].join(path.delimiter);

/** All static checks. */
const CHECKS = [
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'types of the benchmarks', command: ['tsc', '--project', 'bench'] },
  { name: 'architecture', command: ['node', 'tools/architecture.ts'] },
  { name: 'repeated sentences', command: ['node', 'tools/repeated-sentences.ts'] },
  { name: 'migrations', command: ['node', 'tools/migrations.ts'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'licences', command: ['node', 'tools/licences.ts'] },
] as const;

/** Runs every check; prints the result of each and the output of those that failed. */
export function runChecks(): { passed: number; failed: number } {
  const counts = { passed: 0, failed: 0 };
  for (const { name, command } of CHECKS) {
    const [program, ...args] = command;
    const result = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } });
    if (result.status === 0) {
      counts.passed += 1;
      console.log(`ok    ${name}`);
    } else {
      counts.failed += 1;
      console.log(`FAIL  ${name}\n${result.stdout}${result.stderr}`);
    }
  }
  return counts;
}

if (import.meta.main) process.exitCode = runChecks().failed > 0 ? 1 : 0;

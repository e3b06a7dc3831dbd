import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { limitConcurrency } from '../src/platform/limit-concurrency.ts';

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

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Most checks use a single core. */
const runLimited = limitConcurrency(2);

/** Runs every check; prints the result of each and the output of those that failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const runs = CHECKS.map(({ name, command }) => ({ name, output: runLimited(() => getFailure(command)) }));
  for (const { name, output } of runs) {
    const failure = await output;
    counts[failure === undefined ? 'passed' : 'failed'] += 1;
    console.log(failure === undefined ? `ok    ${name}` : `FAIL  ${name}\n${failure}`);
  }
  return counts;
}

/** Runs a command. Returns its output if it fails. */
async function getFailure([program, ...args]: readonly [string, ...string[]]): Promise<string | undefined> {
  try {
    await promisify(execFile)(program, args, { env: { ...process.env, PATH }, maxBuffer: MAX_OUTPUT_BYTES });
    return undefined;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return stdout + stderr || message;
  }
}

if (import.meta.main) process.exitCode = (await runChecks()).failed > 0 ? 1 : 0;

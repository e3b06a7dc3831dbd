import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { limitConcurrency } from '../src/platform/runtime/limit-concurrency.ts';

/** The programs installed in the root, and in tools/, which has another TypeScript for the generator of types. */
const BIN = ['node_modules/.bin', 'tools/node_modules/.bin'].map((folder) =>
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
  // Its output says whether the registry could be asked.
  { name: 'packages', command: ['node', 'tools/audit.ts'], printsNote: true },
] as const satisfies readonly { name: string; command: readonly [string, ...string[]]; printsNote?: true }[];

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Most checks use a single core. */
const runLimited = limitConcurrency(2);

/** Runs every check; prints the result of each and the output of those that failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const runs = CHECKS.map((check) => ({ check, result: runLimited(() => runCheck(check.command)) }));
  for (const { check, result } of runs) {
    const { hasPassed, output } = await result;
    counts[hasPassed ? 'passed' : 'failed'] += 1;
    const isPrinted = !hasPassed || ('printsNote' in check && output !== '');
    console.log(`${hasPassed ? 'ok  ' : 'FAIL'}  ${check.name}${isPrinted ? `\n${output.trimEnd()}` : ''}`);
  }
  return counts;
}

async function runCheck([program, ...args]: readonly [string, ...string[]]) {
  try {
    const options = { env: { ...process.env, PATH }, maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await promisify(execFile)(program, args, options);
    return { hasPassed: true, output: stdout };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { hasPassed: false, output: stdout + stderr || message };
  }
}

if (import.meta.main) process.exitCode = (await runChecks()).failed > 0 ? 1 : 0;

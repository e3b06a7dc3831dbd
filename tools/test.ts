import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './check.ts';

/** Runs every check and every test, and ends with one line over all of them. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'recce-tests-'));
const reportFile = path.join(folder, 'report.json');
const build = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status === 0;
// The build writes the tree of routes, without which the types do not fit.
const checks = runChecks();
const tests = build ? runTests() : { passed: 0, failed: 1, skipped: 0 };
rmSync(folder, { recursive: true });

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function runTests(): { passed: number; failed: number; skipped: number } {
  const { status } = spawnSync(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    {
      stdio: 'inherit',
    },
  );
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
    // A file that cannot even be loaded fails without a failed test, and so does an error outside any test.
    const silent = report.numFailedTests === 0 && status !== 0 ? Math.max(1, report.numFailedTestSuites) : 0;
    return { passed: report.numPassedTests, failed: report.numFailedTests + silent, skipped: report.numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

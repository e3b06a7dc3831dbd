import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './check.ts';

/** Runs all checks and all tests, and prints the totals in the last line. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'recce-tests-'));
const reportFile = path.join(folder, 'report.json');
const build = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status === 0;
// The build generates the route tree, which the type check needs.
const checks = await runChecks();
const tests = build ? runTests() : { passed: 0, failed: 1, skipped: 0 };
rmSync(folder, { recursive: true });

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function runTests(): { passed: number; failed: number; skipped: number } {
  const reporters = ['default', 'json', './tests/support/test-costs.ts'].map((reporter) => `--reporter=${reporter}`);
  const { status } = spawnSync(
    'vitest',
    ['run', '--project=!endurance', ...reporters, `--outputFile.json=${reportFile}`],
    { stdio: 'inherit' },
  );
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
    // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
    const failedFiles = report.numFailedTests === 0 && status !== 0 ? Math.max(1, report.numFailedTestSuites) : 0;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + failedFiles,
      skipped: report.numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/server/cli/command-line.ts';

/** Runs a command of `recce` in this process: starting one takes three CPU seconds. @param input its standard input */
export async function runCommand(
  words: readonly string[],
  { env, input = '' }: { env: NodeJS.ProcessEnv; input?: string },
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const exitCode = await runCommandLine(words, { env, stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { exitCode, stdout: await text(stdout), stderr: await text(stderr) };
}

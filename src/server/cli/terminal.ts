import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Terminal } from '../setup/answers.ts';
import { promptNewPassword } from './password-prompt.ts';

/** Where a person types and reads. */
export interface TerminalStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/** Returns the terminal that a process reads and writes. */
export function openTerminal(streams: TerminalStreams): Terminal {
  return {
    ask: (question) => ask(question, streams),
    askNewPassword: (question, findProblem) => promptNewPassword(question, findProblem, streams),
  };
}

/** Asks one question. @returns null when the input ends, as with Ctrl-D or Ctrl-C */
async function ask(question: string, { stdin, stderr }: TerminalStreams): Promise<string | null> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

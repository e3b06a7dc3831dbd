import { createInterface } from 'node:readline/promises';
import type { Terminal } from '../setup/answers.ts';
import { promptNewPassword } from './password-prompt.ts';

/** Returns the terminal of this process. */
export function openTerminal(): Terminal {
  return { ask, askNewPassword: promptNewPassword };
}

/** Asks one question. @returns null when the input ends, as with Ctrl-D or Ctrl-C */
async function ask(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prompts for a password without echoing it; without a terminal, reads the first line of standard input. */
export async function promptPassword(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  if (stdin.isTTY) stderr.write(question);
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

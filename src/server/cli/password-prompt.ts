import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a password: without showing it where somebody types, or else the first line of standard input. */
export async function askPassword(question: string): Promise<string> {
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

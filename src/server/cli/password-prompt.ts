import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Prompts for a new password without showing it: on a terminal twice, until both are the same; otherwise reads the first line of
 * standard input. Empty when the input ends.
 */
export async function promptNewPassword(question: string, streams: Streams = process): Promise<string> {
  const { stdin, stderr } = streams;
  if (!stdin.isTTY) return readHiddenLine(stdin);
  const ask = async (text: string) => {
    stderr.write(text);
    const line = await readHiddenLine(stdin);
    stderr.write('\n');
    return line;
  };
  for (;;) {
    const password = await ask(question);
    if (password === '' || (await ask('The same password again: ')) === password) return password;
    stderr.write('These two differ.\n');
  }
}

async function readHiddenLine(stdin: Streams['stdin']): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
  }
}

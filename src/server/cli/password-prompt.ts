import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

interface PromptStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Prompts for a new password without showing it: on a terminal twice, until it can be used and both are the same; otherwise reads the
 * first line of standard input. Empty when the input ends.
 * @param findProblem says why a password cannot be used
 */
export async function promptNewPassword(
  question: string,
  findProblem: (password: string) => string | undefined,
  { stdin, stderr }: PromptStreams,
): Promise<string> {
  if (!stdin.isTTY) return readHiddenLine(stdin);
  const ask = async (text: string) => {
    stderr.write(text);
    const line = await readHiddenLine(stdin);
    stderr.write('\n');
    return line;
  };
  for (;;) {
    const password = await ask(question);
    if (password === '') return '';
    const problem = findProblem(password);
    if (problem === undefined && (await ask('The same password again: ')) === password) return password;
    stderr.write(`${problem ?? 'These two differ.'}\n`);
  }
}

async function readHiddenLine(stdin: PromptStreams['stdin']): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
  }
}

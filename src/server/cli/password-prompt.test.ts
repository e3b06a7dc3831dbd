import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { promptNewPassword } from './password-prompt.ts';

/** Types one of these lines after each question. */
function type(lines: readonly string[], { isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const left = [...lines];
  let shown = '';
  const write = (text: string) => {
    shown += text;
    if (text.endsWith(': ')) stdin.write(`${left.shift()!}\n`);
  };
  if (!isTTY) stdin.end(lines.join('\n'));
  return { streams: { stdin, stderr: { write } }, getShown: () => shown };
}

const findProblem = (password: string) => (password === 'short' ? 'Too short.' : undefined);

test('a new password is typed twice on a terminal, until both are the same, and never shown', async () => {
  const { streams, getShown } = type(['a lamp', 'a lump', 'a lamp', 'a lamp'], { isTTY: true });
  expect(await promptNewPassword('Password: ', findProblem, streams)).toBe('a lamp');
  expect(getShown()).toBe(
    'Password: \nThe same password again: \nThese two differ.\nPassword: \nThe same password again: \n',
  );
});

test('a password that cannot be used is not asked for again before it is rejected', async () => {
  const { streams, getShown } = type(['short', 'a lamp', 'a lamp'], { isTTY: true });
  expect(await promptNewPassword('Password: ', findProblem, streams)).toBe('a lamp');
  expect(getShown()).toBe('Password: \nToo short.\nPassword: \nThe same password again: \n');
});

test('an empty password is not asked again', async () => {
  const { streams, getShown } = type([''], { isTTY: true });
  expect(await promptNewPassword('Password: ', findProblem, streams)).toBe('');
  expect(getShown()).toBe('Password: \n');
});

test('a script gives its password once', async () => {
  const { streams, getShown } = type(['a lamp', 'another line'], { isTTY: false });
  expect(await promptNewPassword('Password: ', findProblem, streams)).toBe('a lamp');
  expect(getShown()).toBe('');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callContextOf } from '../../../tests/support/call-context.ts';
import { route } from './contract.ts';
import { createHandler } from './route-handlers.ts';

const anything = route({
  method: 'POST',
  path: '/anything',
  summary: 'Answers with what it is sent',
  access: 'public',
  input: z.unknown(),
  output: z.unknown(),
});
const { handle } = createHandler(anything, (input) => input);
const ask = (input: unknown) => handle(input, callContextOf(null));

/** Half a character at the end, so that what follows cannot make it whole. */
const unwritable = fc.tuple(fc.string(), fc.constantFrom('\0', '\udc00', '\ud800')).map((parts) => parts.join(''));
const writable = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ' '));
const holding = (value: unknown) =>
  fc.constantFrom<unknown>(value, [1, value], { name: value }, { fields: { all: [{ town: [value] }] } }, [
    [value],
    null,
  ]);

test('text that the database cannot hold is refused, wherever in an input it stands', async () => {
  await fc.assert(
    fc.asyncProperty(unwritable.chain(holding), async (input) => {
      await expect(ask(input)).rejects.toMatchObject({
        errorType: 'MALFORMED',
        message: 'This contains characters that cannot be saved. Remove them and try again.',
      });
    }),
  );
  await expect(ask({ 'a name\ud800': 1 })).rejects.toMatchObject({ errorType: 'MALFORMED' });
});

test('any other text arrives as it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(writable.chain(holding), async (input) => {
      expect(await ask(input)).toEqual(input);
    }),
  );
});

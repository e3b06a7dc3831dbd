import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { route } from './contract.ts';
import { type Services, bindHandlers, query } from './handlers.ts';

const anything = route('POST', '/anything', {
  summary: 'Answers with what it is sent',
  access: 'public',
  input: z.unknown(),
  output: z.unknown(),
});
const [handler] = bindHandlers([query(anything, (_db, _caller, input) => input)], {
  now: () => new Date(),
} as Services);
const call = (input: unknown) => handler!.handle(input, createCallContext(null));

/** The lone surrogate is last, so that no following character completes the pair. */
const unstorable = fc.tuple(fc.string(), fc.constantFrom('\0', '\udc00', '\ud800')).map((parts) => parts.join(''));
const storable = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ' '));
const nest = (value: unknown) =>
  fc.constantFrom<unknown>(value, [1, value], { name: value }, { fields: { all: [{ town: [value] }] } }, [
    [value],
    null,
  ]);

test('rejects text that the database cannot store, anywhere in the input', async () => {
  await fc.assert(
    fc.asyncProperty(unstorable.chain(nest), async (input) => {
      await expect(call(input)).rejects.toMatchObject({
        errorType: 'MALFORMED',
        message: 'This contains characters that cannot be saved. Remove them and try again.',
      });
    }),
  );
  await expect(call({ 'a name\ud800': 1 })).rejects.toMatchObject({ errorType: 'MALFORMED' });
});

test('passes any other text unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(storable.chain(nest), async (input) => {
      expect(await call(input)).toEqual(input);
    }),
  );
});

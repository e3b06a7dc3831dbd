import { expect, test } from 'vitest';
import { CLEAN_DOCUMENTS } from '../../../../tests/support/clean-documents.ts';
import { HOSTILE_CONTENTS } from '../../../../tests/support/hostile-contents.ts';
import { HOSTILE_DOCUMENTS } from '../../../../tests/support/hostile-documents.ts';
import { HOSTILE_FIELDS } from '../../../../tests/support/hostile-fields.ts';
import { validateDocument } from './validate-document.server.ts';

// The site validates each document in a separate process, which tests of the upload do too.
test.each(CLEAN_DOCUMENTS)('accepts $what', async ({ content }) => {
  await expect(validateDocument(content())).resolves.toBeUndefined();
});

test.each([...HOSTILE_DOCUMENTS, ...HOSTILE_FIELDS, ...HOSTILE_CONTENTS])(
  'rejects $what with its message',
  async ({ content, message }) => {
    await expect(validateDocument(content())).rejects.toMatchObject({
      errorType: expect.stringMatching(/^(TOO_LARGE|UNSUPPORTED_MEDIA|INVALID)$/),
      message,
    });
  },
);

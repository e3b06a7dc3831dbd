import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from './contract.ts';
import { sendUpload } from './send-upload.ts';

test('sends nothing when it is cancelled before it starts', async () => {
  const upload = route('POST', '/files', {
    summary: 'Receives a file',
    access: 'public',
    body: 'bytes',
    input: z.object({}),
    output: z.void(),
  });
  const sent = sendUpload(() => Promise.reject(new Error('not used')), upload, {}, { signal: AbortSignal.abort() });
  await expect(sent).rejects.toMatchObject({ errorType: 'UNAVAILABLE' });
});

import { buildScript } from './build-script.ts';
import { type Vocabulary, createVocabulary } from './headings/vocabulary.ts';
import { readDocument } from './read-document.ts';
import { ScriptError } from './script-error.ts';
import type { Script } from './script.ts';
import type { ScriptDocument } from './script-lines.ts';
import type { ReadingRequest, ReadingResponse } from './worker-messages.ts';

/** Of the script that was read last, so that headings can be taken without reading it again. */
let read: { readonly document: ScriptDocument; readonly vocabulary: Vocabulary } | undefined;

addEventListener('message', ({ data }: MessageEvent<ReadingRequest>) => {
  answer(data).then(
    (script) => send({ type: 'script', script }),
    (error: unknown) => send({ type: 'failure', message: error instanceof ScriptError ? error.message : undefined }),
  );
});

function send(response: ReadingResponse): void {
  postMessage(response);
}

async function answer(request: ReadingRequest): Promise<Script> {
  if (request.type === 'read') {
    const { source, headingWords } = request;
    const input =
      typeof source === 'string'
        ? { text: source }
        : { name: source.name, bytes: new Uint8Array(await source.arrayBuffer()) };
    const document = await readDocument(input, (share) => send({ type: 'progress', share }));
    read = { document, vocabulary: createVocabulary(headingWords) };
  }
  if (!read) throw new Error('No script has been read.');
  return buildScript(read.document, read.vocabulary, request.type === 'take' ? request.lines : undefined);
}

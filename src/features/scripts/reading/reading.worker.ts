import { buildScript } from './build-script.ts';
import { type Vocabulary, createVocabulary } from './headings/vocabulary.ts';
import { readDocument } from './read-document.ts';
import { ScriptError } from './script-error.ts';
import type { Script } from './script.ts';
import type { OnProgress, ScriptDocument } from './script-lines.ts';
import type { ReadingResult, ReadingTask, WithId } from './worker-messages.ts';

/** Of the script that was read last, so that headings can be taken without reading it again. */
let read: { readonly document: ScriptDocument; readonly vocabulary: Vocabulary } | undefined;

/** The page sends a port first: on the worker itself pdf.js answers every message once it is loaded. */
addEventListener(
  'message',
  ({ data: port }: MessageEvent<MessagePort>) => {
    port.addEventListener('message', ({ data: { id, content: task } }: MessageEvent<WithId<ReadingTask>>) => {
      const send = (content: ReadingResult) => port.postMessage({ id, content } satisfies WithId<ReadingResult>);
      perform(task, (share) => send({ type: 'progress', share })).then(
        (script) => send({ type: 'script', script }),
        (error: unknown) =>
          send({ type: 'failure', message: error instanceof ScriptError ? error.message : undefined }),
      );
    });
    port.start();
  },
  { once: true },
);

async function perform(task: ReadingTask, onProgress: OnProgress): Promise<Script> {
  if (task.type === 'read') {
    const { source, headingWords } = task;
    const input =
      typeof source === 'string'
        ? { text: source }
        : { name: source.name, bytes: new Uint8Array(await source.arrayBuffer()) };
    const document = await readDocument(input, onProgress);
    read = { document, vocabulary: createVocabulary(headingWords) };
  }
  if (!read) throw new Error('No script has been read.');
  return buildScript(read.document, read.vocabulary, task.type === 'take' ? task.lines : undefined);
}

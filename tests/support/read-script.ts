import { buildScript } from '../../src/features/scripts/reading/build-script.ts';
import { createVocabulary } from '../../src/features/scripts/reading/headings/vocabulary.ts';
import { readDocument } from '../../src/features/scripts/reading/read-document.ts';
import type { HeadingWords, Script, ScriptSource } from '../../src/features/scripts/reading/script.ts';

interface ReadingOptions {
  readonly headingWords: readonly HeadingWords[];
  /** Lines of possible headings that are headings. */
  readonly taken?: ReadonlySet<number>;
}

/** Reads a script as the worker of the page does. @throws {ScriptError} if it cannot be read */
export async function readScript(source: ScriptSource, { headingWords, taken }: ReadingOptions): Promise<Script> {
  return buildScript(await readDocument(source, () => undefined), createVocabulary(headingWords), taken);
}

import { buildScript } from './build-script.ts';
import { createVocabulary } from './headings/vocabulary.ts';
import { readDocument } from './read-document.ts';
import type { HeadingWords, Script, ScriptSource } from './script.ts';
import type { OnProgress } from './script-lines.ts';

interface ReadingOptions {
  readonly headingWords: readonly HeadingWords[];
  /** Lines of possible headings that are headings. */
  readonly taken?: ReadonlySet<number>;
  readonly onProgress?: OnProgress;
}

/** Reads a script. @throws {ScriptError} if it cannot be read */
export async function readScript(
  source: ScriptSource,
  { headingWords, taken, onProgress = () => undefined }: ReadingOptions,
): Promise<Script> {
  return buildScript(await readDocument(source, onProgress), createVocabulary(headingWords), taken);
}

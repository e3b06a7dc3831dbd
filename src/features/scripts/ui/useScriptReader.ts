import { startTransition, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { NO_SCENES } from '../messages.ts';
import { ScriptError } from '../reading/script-error.ts';
import { ScriptReader } from '../reading/script-reader.ts';
import type { HeadingWords, PossibleHeading, Script } from '../reading/script.ts';

/** A script that was read. */
export interface ReadScript {
  /** Another one for each script. */
  readonly id: number;
  /** Of the file; null for pasted text. */
  readonly fileName: string | null;
  readonly script: Script;
  /** Possible headings that the user has taken as headings. */
  readonly taken: readonly PossibleHeading[];
}

/** Reads scripts that are chosen or pasted, one at a time. */
export function useScriptReader(headingWords: readonly HeadingWords[]) {
  const reader = useRef<ScriptReader>(undefined);
  const lastId = useRef(0);
  const [read, setRead] = useState<ReadScript>();
  /** From 0 to 1, while a script is read. */
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  useEffect(() => () => reader.current?.close(), []);

  const start = async (source: File | string) => {
    setError(undefined);
    setProgress(0);
    reader.current ??= new ScriptReader(headingWords);
    try {
      const script = await reader.current.read(source, setProgress);
      // Another one is read, or none.
      if (!script) return;
      setProgress(undefined);
      if (script.scenes.length === 0 && script.possibleHeadings.length === 0) throw new ScriptError(NO_SCENES);
      const fileName = typeof source === 'string' ? null : source.name;
      lastId.current += 1;
      const id = lastId.current;
      startTransition(() => setRead({ id, fileName, script, taken: [] }));
    } catch (failure) {
      setProgress(undefined);
      setError(failure instanceof ScriptError ? failure.message : getErrorMessage(failure));
    }
  };

  const cancel = () => {
    reader.current?.close();
    setProgress(undefined);
    setRead(undefined);
  };

  /** Takes a possible heading as a heading, or no longer. */
  const toggle = async (heading: PossibleHeading) => {
    if (!read) return;
    const others = read.taken.filter(({ line }) => line !== heading.line);
    const taken = others.length < read.taken.length ? others : [...others, heading];
    setRead({ ...read, taken });
    const script = await reader.current?.take(new Set(taken.map(({ line }) => line)));
    if (script) startTransition(() => setRead((current) => current && { ...current, script }));
  };

  return { read, progress, error, start, cancel, toggle };
}

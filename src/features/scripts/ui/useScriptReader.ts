import { startTransition, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { runLeaveGuards } from '../../../ui/leave-guard.ts';
import { CANCELLED, NO_SCENES, READING, READING_FAILED, SCRIPT_READ } from '../messages.ts';
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
  /** Has the text of this script, and of no other one. */
  readonly reader: ScriptReader;
}

/**
 * Reads scripts that are chosen or pasted, one at a time. The script that was read before stays, with the work of the user, until another one is read:
 * also after a file that cannot be read, or after cancelling.
 */
export function useScriptReader(headingWords: readonly HeadingWords[]) {
  /** Of the script that is shown. */
  const shown = useRef<ScriptReader>(undefined);
  /** Of the script that is being read. */
  const next = useRef<ScriptReader>(undefined);
  /** What the user has taken last, also while the worker applies it. */
  const taken = useRef<readonly PossibleHeading[]>([]);
  const lastId = useRef(0);
  const [read, setRead] = useState<ReadScript>();
  /** From 0 to 1, while a script is read. */
  const [progress, setProgress] = useState<number>();
  /** Announced when reading starts and ends. */
  const [status, setStatus] = useState('');
  const [error, setError] = useState<string>();
  useEffect(
    () => () => {
      shown.current?.close();
      next.current?.close();
    },
    [],
  );

  const start = async (source: File | string) => {
    next.current?.close();
    const reader = new ScriptReader(headingWords);
    next.current = reader;
    setError(undefined);
    setStatus(READING);
    setProgress(0);
    const end = (message: string) => {
      setProgress(undefined);
      setStatus(message);
    };
    try {
      const script = await reader.read(source, setProgress);
      // Another one is read, or none.
      if (!script || next.current !== reader) return;
      if (script.scenes.length === 0 && script.possibleHeadings.length === 0) throw new ScriptError(NO_SCENES);
      end('');
      // Changes to the places of the script before would be lost.
      runLeaveGuards(() => {
        shown.current?.close();
        shown.current = reader;
        next.current = undefined;
        taken.current = [];
        lastId.current += 1;
        const id = lastId.current;
        const fileName = typeof source === 'string' ? null : source.name;
        setStatus(SCRIPT_READ);
        startTransition(() => setRead({ id, fileName, script, taken: [], reader }));
      });
    } catch (failure) {
      reader.close();
      if (next.current !== reader) return;
      end('');
      setError(toMessage(failure));
    }
  };

  const cancel = () => {
    next.current?.close();
    next.current = undefined;
    setProgress(undefined);
    setStatus(CANCELLED);
  };

  /** Takes a possible heading as a heading, or no longer. */
  const toggle = async (heading: PossibleHeading) => {
    if (!read) return;
    const { reader } = read;
    const others = taken.current.filter(({ line }) => line !== heading.line);
    const chosen = others.length < taken.current.length ? others : [...others, heading];
    taken.current = chosen;
    setError(undefined);
    try {
      const script = await reader.take(new Set(chosen.map(({ line }) => line)));
      // Another script is shown.
      if (shown.current !== reader) return;
      if (!script) throw new ScriptError(READING_FAILED);
      startTransition(() => setRead({ ...read, script, taken: chosen }));
    } catch (failure) {
      setError(toMessage(failure));
    }
  };

  return { read, progress, status, error, start, cancel, toggle };
}

function toMessage(failure: unknown): string {
  return failure instanceof ScriptError ? failure.message : getErrorMessage(failure);
}

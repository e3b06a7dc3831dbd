import { startTransition, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { runLeaveGuards } from '../../../ui/leave-guard.ts';
import { CANCELLED, NO_SCENES, READING, READING_FAILED, SCRIPT_READ } from '../messages.ts';
import { ScriptError } from '../reading/script-error.ts';
import { ScriptReader } from '../reading/script-reader.ts';
import type { HeadingWords, PossibleHeading, Script } from '../reading/script.ts';
import type { BreakdownOfScript } from '../saved/saved-breakdown.ts';

/** A script that was read, or the places of one that were saved with a board. */
export interface ReadScript {
  /** Another one for each script; drafts of one script have the same. */
  readonly id: number;
  /** Another one for each draft. */
  readonly draft: number;
  /** Of the file; null for pasted text. */
  readonly fileName: string | null;
  readonly script: Script;
  /** Possible headings that the user has taken as headings. */
  readonly taken: readonly PossibleHeading[];
  /** Has the text of this script, and of no other one; null if its places were opened without it. */
  readonly reader: ScriptReader | null;
  /** What was saved, if it was opened. */
  readonly opened: OpenedScript | null;
}

/** A saved breakdown, and the board that it was saved with. */
export interface OpenedScript extends BreakdownOfScript {
  readonly board: { readonly id: string; readonly title: string };
  readonly version: number;
  /** ISO 8601. */
  readonly saved_at: string;
}

/**
 * Reads scripts that are chosen or pasted, one at a time. The script that was read before stays, with the work of the user, until another one is read:
 * also after a file that cannot be read, or after cancelling. What is read beside it waits until the user says whether it is a new draft.
 */
export function useScriptReader(headingWords: readonly HeadingWords[]) {
  /** Of the script that is shown, and of its former draft. */
  const shown = useRef<ReadScript[]>([]);
  /** Of the script that is being read. */
  const next = useRef<ScriptReader>(undefined);
  /** What the user has taken last, also while the worker applies it. */
  const taken = useRef<readonly PossibleHeading[]>([]);
  const lastId = useRef(0);
  const [read, setRead] = useState<ReadScript>();
  const [former, setFormer] = useState<ReadScript>();
  /** Read, and not shown yet. */
  const [waiting, setWaiting] = useState<ReadScript>();
  /** From 0 to 1, while a script is read. */
  const [progress, setProgress] = useState<number>();
  /** Announced when reading starts and ends. */
  const [status, setStatus] = useState('');
  const [error, setError] = useState<string>();
  useEffect(
    () => () => {
      for (const { reader } of shown.current) reader?.close();
      next.current?.close();
    },
    [],
  );

  const getNextId = () => (lastId.current += 1);

  /** Shows a script, and closes those that are no longer needed. @param draftOf the former draft */
  const show = (script: ReadScript, draftOf?: ReadScript) => {
    const needed = draftOf ? [script, draftOf] : [script];
    for (const one of shown.current) if (!needed.some(({ reader }) => reader === one.reader)) one.reader?.close();
    shown.current = needed;
    taken.current = script.taken;
    setWaiting(undefined);
    setFormer(draftOf);
    startTransition(() => setRead(script));
  };

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
      const id = getNextId();
      const fileName = typeof source === 'string' ? null : source.name;
      const result = { id, draft: id, fileName, script, taken: [], reader, opened: null };
      end(SCRIPT_READ);
      if (shown.current.length > 0) setWaiting(result);
      else {
        next.current = undefined;
        show(result);
      }
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
    setWaiting(undefined);
    setStatus(CANCELLED);
  };

  /** Shows the script that waits. @param isDraft whether it is a new draft of the one that is shown */
  const showWaiting = (isDraft: boolean) => {
    if (!waiting || !read) return;
    next.current = undefined;
    if (isDraft) show({ ...waiting, id: read.id }, read);
    else show(waiting);
  };

  /** Shows the former draft again. */
  const goBack = () => former && show(former);

  /** Shows a saved breakdown. */
  const open = (opened: OpenedScript) =>
    // Changes to the places of the script before would be lost.
    runLeaveGuards(() => {
      const id = getNextId();
      show({ id, draft: id, fileName: null, script: opened.script, taken: [], reader: null, opened });
    });

  /** Takes a possible heading as a heading, or no longer. */
  const toggle = async (heading: PossibleHeading) => {
    const reader = read?.reader;
    if (!reader) return;
    const others = taken.current.filter(({ line }) => line !== heading.line);
    const chosen = others.length < taken.current.length ? others : [...others, heading];
    taken.current = chosen;
    setError(undefined);
    try {
      const script = await reader.take(new Set(chosen.map(({ line }) => line)));
      // Another script is shown.
      if (shown.current[0]?.reader !== reader) return;
      if (!script) throw new ScriptError(READING_FAILED);
      const again = { ...read, script, taken: chosen };
      shown.current = shown.current.with(0, again);
      startTransition(() => setRead(again));
    } catch (failure) {
      setError(toMessage(failure));
    }
  };

  return { read, former, waiting, progress, status, error, start, cancel, showWaiting, goBack, open, toggle };
}

function toMessage(failure: unknown): string {
  return failure instanceof ScriptError ? failure.message : getErrorMessage(failure);
}

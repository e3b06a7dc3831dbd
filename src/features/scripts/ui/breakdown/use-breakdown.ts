import { useEffect, useMemo, useState } from 'react';
import { type Breakdown, type BreakdownAction, createBreakdown, reduceBreakdown } from '../../breakdown/breakdown.ts';
import { type BrokenDown, carryOver, carryOverToDraft } from '../../breakdown/carry-over.ts';
import { type DraftComparison, compareDrafts } from '../../breakdown/compare-drafts.ts';
import { findAllConstraints } from '../../breakdown/constraints.ts';
import { matchScenes } from '../../breakdown/match-scenes.ts';
import { type LanguageWords, detectLanguage } from '../../breakdown/words.ts';
import type { ReadScript } from '../useScriptReader.ts';

interface State {
  readonly read: ReadScript;
  readonly breakdown: Breakdown;
  readonly language: LanguageWords;
  /** Whether the user has arranged places before the last reading: the history begins anew with it. */
  readonly isCarriedOver: boolean;
  /** The state before this draft. */
  readonly former: State | undefined;
}

/** Returns the breakdown of a script, which survives a further reading of the same text, and a new draft. */
export function useBreakdown(read: ReadScript): {
  readonly breakdown: Breakdown;
  readonly language: LanguageWords;
  /** Whether the user has changed anything. */
  readonly isChanged: boolean;
  /** What the draft has changed; undefined for the first one. */
  readonly comparison: DraftComparison | undefined;
  /** Of the former draft. */
  readonly former: BrokenDown | undefined;
  readonly dispatch: (action: BreakdownAction) => Breakdown;
} {
  const [stored, setState] = useState<State>(() => begin(read));
  let state = stored;
  if (state.read !== read) setState((state = readAgain(state, read)));
  const { breakdown, language, isCarriedOver } = state;
  const former = state.former && toBrokenDown(state.former);
  const { script } = read;
  const formerScript = former?.script;
  const matches = useMemo(
    () => formerScript && matchScenes(formerScript, script, language),
    [formerScript, script, language],
  );
  const formerBreakdown = former?.breakdown;
  const comparison = useMemo(
    () =>
      formerScript && formerBreakdown && matches
        ? compareDrafts({ script: formerScript, breakdown: formerBreakdown }, { script, breakdown }, matches, language)
        : undefined,
    [formerScript, formerBreakdown, script, breakdown, matches, language],
  );
  const dispatch = (action: BreakdownAction) => {
    // Of the present state, which may be newer than that of the caller.
    setState((present) => ({ ...present, breakdown: reduceBreakdown(present.breakdown, action) }));
    return reduceBreakdown(breakdown, action);
  };
  const isChanged = isCarriedOver || breakdown.history.length > 0;
  return { breakdown, language, isChanged, comparison, former, dispatch };
}

function begin(read: ReadScript): State {
  const { script, opened } = read;
  const language = opened?.language ?? detectLanguage(script.scenes);
  const breakdown = opened?.breakdown ?? createBreakdown(script, language);
  return { read, breakdown, language, isCarriedOver: false, former: undefined };
}

/** Returns the state after another reading: of the same text, of a new draft, or of the former draft again, with all that was done to it. */
function readAgain(state: State, read: ReadScript): State {
  if (read.draft === state.former?.read.draft) return state.former;
  const fresh = begin(read);
  const [before, after] = [toBrokenDown(state), toBrokenDown(fresh)];
  if (read.draft === state.read.draft) {
    const isCarriedOver = state.isCarriedOver || state.breakdown.history.length > 0;
    return { ...fresh, breakdown: carryOver(before, after), isCarriedOver, former: state.former };
  }
  const { language } = fresh;
  const matches = matchScenes(before.script, after.script, language);
  const breakdown = carryOverToDraft(before, after, matches, language);
  // The draft before the former one is no longer needed.
  return { ...fresh, breakdown, isCarriedOver: true, former: { ...state, former: undefined } };
}

function toBrokenDown({ read: { script }, breakdown }: State): BrokenDown {
  return { script, breakdown };
}

/** Returns what each scene asks of its place: what has been found, and a promise of it. */
export function useConstraints({ script, opened }: ReadScript, language: LanguageWords) {
  const promise = useMemo(
    () => (opened ? Promise.resolve(opened.constraints) : findAllConstraints(script.scenes, language)),
    [script, opened, language],
  );
  const [found, setFound] = useState<{ readonly by: typeof promise; readonly list: Awaited<typeof promise> }>();
  useEffect(() => {
    void promise.then((list) => setFound({ by: promise, list }));
  }, [promise]);
  return { promise, found: found?.by === promise ? found.list : undefined };
}

import { useEffect, useMemo, useState } from 'react';
import { type Breakdown, type BreakdownAction, createBreakdown, reduceBreakdown } from '../../breakdown/breakdown.ts';
import { carryOver } from '../../breakdown/carry-over.ts';
import { findAllConstraints } from '../../breakdown/constraints.ts';
import { detectLanguage } from '../../breakdown/words.ts';
import type { Script } from '../../reading/script.ts';

interface State {
  readonly script: Script;
  readonly breakdown: Breakdown;
  /** Whether the user has arranged places before the last reading: the history begins anew with it. */
  readonly isCarriedOver: boolean;
}

/** Returns the breakdown of a script, which survives a further reading of the same text. */
export function useBreakdown(script: Script): {
  readonly breakdown: Breakdown;
  /** Whether the user has changed anything. */
  readonly isChanged: boolean;
  readonly dispatch: (action: BreakdownAction) => Breakdown;
} {
  const [state, setState] = useState<State>(() => ({
    script,
    breakdown: createBreakdown(script, detectLanguage(script.scenes)),
    isCarriedOver: false,
  }));
  let { breakdown, isCarriedOver } = state;
  if (state.script !== script) {
    isCarriedOver ||= breakdown.history.length > 0;
    breakdown = carryOver(breakdown, state.script, createBreakdown(script, detectLanguage(script.scenes)), script);
    setState({ script, breakdown, isCarriedOver });
  }
  const dispatch = (action: BreakdownAction) => {
    const changed = reduceBreakdown(breakdown, action);
    setState({ script, breakdown: changed, isCarriedOver });
    return changed;
  };
  return { breakdown, isChanged: isCarriedOver || breakdown.history.length > 0, dispatch };
}

/** Returns what each scene asks of its place: what has been found, and a promise of it. */
export function useConstraints(script: Script) {
  const promise = useMemo(() => findAllConstraints(script.scenes, detectLanguage(script.scenes)), [script]);
  const [found, setFound] = useState<{ readonly by: typeof promise; readonly list: Awaited<typeof promise> }>();
  useEffect(() => {
    void promise.then((list) => setFound({ by: promise, list }));
  }, [promise]);
  return { promise, found: found?.by === promise ? found.list : undefined };
}

import { useEffect, useMemo, useState } from 'react';
import { type Breakdown, type BreakdownAction, createBreakdown, reduceBreakdown } from '../../breakdown/breakdown.ts';
import { carryOver } from '../../breakdown/carry-over.ts';
import { findAllConstraints } from '../../breakdown/constraints.ts';
import { detectLanguage } from '../../breakdown/words.ts';
import type { Script } from '../../reading/script.ts';

interface State {
  readonly script: Script;
  readonly breakdown: Breakdown;
}

/** Returns the breakdown of a script, which survives a further reading of the same text. */
export function useBreakdown(script: Script): {
  readonly breakdown: Breakdown;
  readonly act: (action: BreakdownAction) => Breakdown;
} {
  const [state, setState] = useState<State>(() => ({
    script,
    breakdown: createBreakdown(script, detectLanguage(script.scenes)),
  }));
  let { breakdown } = state;
  if (state.script !== script) {
    breakdown = carryOver(breakdown, state.script, createBreakdown(script, detectLanguage(script.scenes)), script);
    setState({ script, breakdown });
  }
  const act = (action: BreakdownAction) => {
    const changed = reduceBreakdown(breakdown, action);
    setState({ script, breakdown: changed });
    return changed;
  };
  return { breakdown, act };
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

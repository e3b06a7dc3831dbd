import { useRef, useState } from 'react';
import { getErrorMessage } from '../../../../../platform/http/contract.ts';
import { getImagesProblem } from '../../images/image-requirements.ts';
import { FACTS_STEP, IMAGES_STEP, LAST_STEP, STEPS, getStepFields } from '../../schema.ts';
import type { Autosaver } from './autosave/autosaver.ts';
import type { Snapshot } from './autosave/snapshot.ts';
import type { HeldFacts } from '../../../production-facts/ui/useFactAutosaver.ts';
import { focusProblem, useStepErrors } from './useStepErrors.ts';
import { LOCATION_FIELDS, type LocationField } from '../../../catalogue/fields/lookup.ts';
import { SUBMITTED } from '../../../messages.ts';

/** Navigation between the steps. Each is saved on leaving; an invalid step can be left backwards only. */
export function useSteps(wizard: {
  saver: Autosaver;
  step: number;
  /** Photographs that are not images yet. */
  uploads: number;
  facts: HeldFacts['autosaver'];
  open: (locationId: string | null, step: number) => Promise<void>;
}) {
  const { saver, step, uploads, facts } = wizard;
  const { getProblems, reject, showError, shown, missing, onBlur } = useStepErrors(saver, step);
  const { warning, attempt, isCleared, warn, warnOfImages, clearWarning } = useWarning(saver, uploads);
  const [submitted, setSubmitted] = useState<string>();
  const { comparing, compare, closeComparison, resolve } = useConflictDialog(saver);
  const { runAction, isBusy, failure } = useAction((error) => !showError(error));

  const open = (to: number) => wizard.open(saver.snapshot().serverState.location?.id ?? null, to);
  const isInvalid = (index: number) => Object.keys(getProblems(index)).length > 0;
  const rejectStep = () => {
    reject(step);
    focusProblem(step, getProblems(step));
  };

  const go = (to: number) =>
    runAction(async () => {
      clearWarning();
      const isBack = to < step;
      if (step === FACTS_STEP) return open((await facts?.leave()) === false ? step : to);
      if (step === IMAGES_STEP)
        return !isBack && findImagesProblem(saver.snapshot(), uploads) !== undefined ? warnOfImages() : open(to);
      if (isInvalid(step)) {
        if (!isBack) return rejectStep();
        void saver.sendDraft();
        return open(to);
      }
      if (await saver.save(getStepFields(step))) await open(to);
      else compare(() => go(to));
    });

  const complete = () =>
    runAction(async () => {
      clearWarning();
      if (isInvalid(step)) return rejectStep();
      if ((await facts?.leave()) === false) return open(FACTS_STEP);
      // Images are processed while other steps are open.
      await saver.refresh();
      const invalid = STEPS.findIndex((_, index) => isInvalid(index));
      if (invalid >= 0) {
        reject(invalid);
        return warn(`‘${STEPS[invalid]?.title}’ needs an answer before this can be sent.`);
      }
      if (findImagesProblem(saver.snapshot(), uploads, true) !== undefined) return warnOfImages(true);
      const saved = await saver.save(LOCATION_FIELDS, true);
      if (saved) setSubmitted(saved.message ?? SUBMITTED);
      else compare(complete);
    });

  return {
    problems: shown,
    missing,
    failure,
    warning,
    attempt,
    isCleared,
    submitted,
    isBusy,
    onBlur,
    go,
    next: step >= LAST_STEP ? complete : () => go(step + 1),
    comparing,
    compare: () => compare(() => {}),
    closeComparison,
    resolve,
  };
}

/** The warning that prevents leaving a step. A warning about images disappears once all of them are processed. */
function useWarning(saver: Autosaver, uploads: number) {
  const [warned, setWarned] = useState<{ readonly message: string } | { readonly isSubmitting: boolean }>();
  // Counts the warnings, so that one that is repeated takes the focus again.
  const [attempt, setAttempt] = useState(0);
  const show = (warning: typeof warned) => {
    setWarned(warning);
    setAttempt((before) => before + 1);
  };
  const ofImages = warned && 'isSubmitting' in warned ? warned : undefined;
  const problem = ofImages && findImagesProblem(saver.snapshot(), uploads, ofImages.isSubmitting);
  return {
    warning: warned && 'message' in warned ? warned.message : problem,
    attempt,
    /** Whether the warning about images has been resolved. */
    isCleared: ofImages !== undefined && problem === undefined,
    warn: (message: string) => show({ message }),
    warnOfImages: (isSubmitting = false) => show({ isSubmitting }),
    clearWarning: () => setWarned(undefined),
  };
}

/** Runs one action at a time. @param isGeneral whether an error is shown above the fields */
function useAction(isGeneral: (error: unknown) => boolean) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const run = async (task: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await task();
    } catch (error) {
      if (isGeneral(error)) setFailure(getErrorMessage(error));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { runAction: (task: () => Promise<void>) => void run(task), isBusy, failure };
}

/** The dialog with conflicting changes. After the choice it repeats the action that had the conflict. */
function useConflictDialog(saver: Autosaver) {
  const [pending, setPending] = useState<{ readonly retry: () => void }>();
  return {
    comparing: pending !== undefined,
    compare: (retry: () => void) => setPending({ retry }),
    closeComparison: () => setPending(undefined),
    resolve: (theirs: ReadonlySet<LocationField>) => {
      saver.resolve(theirs);
      setPending(undefined);
      pending?.retry();
    },
  };
}

/** Returns what prevents publishing the images of a location. Before submission none are needed. */
function findImagesProblem({ serverState }: Snapshot, uploads: number, isSubmitting = false): string | undefined {
  const images = serverState.location?.images ?? [];
  if (images.length + uploads === 0 && !isSubmitting) return undefined;
  return getImagesProblem(images, uploads);
}

import { useRef, useState } from 'react';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { getImagesProblem } from '../../images/policy.ts';
import { IMAGES_STEP, LAST_STEP, STEPS, SUBMITTED_MESSAGE, getStepFields } from '../../submission/schema.ts';
import type { Autosaver, Snapshot } from './autosave/autosaver.ts';
import { focusProblem, useProblems } from './useProblems.ts';
import { LOCATION_FIELDS, type LocationField } from '../../fields/lookup.ts';

/** Leads from step to step: each is saved as it is left, and one that is not valid is left backwards only. */
export function useSteps(wizard: {
  saver: Autosaver;
  step: number;
  open: (locationId: string | null, step: number) => Promise<void>;
}) {
  const { saver, step } = wizard;
  const { problemsNow, reject, takeError, shown, missing, leave } = useProblems(saver, step);
  const { warning, isCleared, warn, warnOfImages, unwarn } = useWarning(saver);
  const [submitted, setSubmitted] = useState<string>();
  const { comparing, compare, decideLater, decide } = useConflictDialog(saver);
  const { runAction, isBusy, failure } = useAction((error) => !takeError(error));

  const open = (to: number) => wizard.open(saver.snapshot().serverState.location?.id ?? null, to);
  const isWrong = (of: number) => Object.keys(problemsNow(of)).length > 0;
  const rejectStep = () => {
    reject(step);
    focusProblem(step, problemsNow(step));
  };

  const go = (to: number) =>
    runAction(async () => {
      unwarn();
      const isBack = to < step;
      if (step === IMAGES_STEP)
        return !isBack && findImagesProblem(saver.snapshot()) !== undefined ? warnOfImages() : open(to);
      if (isWrong(step)) {
        if (!isBack) return rejectStep();
        void saver.sendDraft();
        return open(to);
      }
      if (await saver.save(getStepFields(step))) await open(to);
      else compare(() => go(to));
    });

  const complete = () =>
    runAction(async () => {
      unwarn();
      if (isWrong(step)) return rejectStep();
      // Images come in while other steps are open.
      await saver.refresh();
      const wrong = STEPS.findIndex((_, index) => isWrong(index));
      if (wrong >= 0) {
        reject(wrong);
        return warn(`‘${STEPS[wrong]?.title}’ needs an answer before this can be sent.`);
      }
      if (findImagesProblem(saver.snapshot(), true) !== undefined) return warnOfImages(true);
      const saved = await saver.save(LOCATION_FIELDS, true);
      if (saved) setSubmitted(saved.message ?? SUBMITTED_MESSAGE);
      else compare(complete);
    });

  return {
    ...{ problems: shown, missing, failure, warning, isCleared, submitted, isBusy, leave, go },
    next: step === LAST_STEP ? complete : () => go(step + 1),
    ...{ comparing, compare: () => compare(() => {}), decideLater, decide },
  };
}

/** What keeps from going on. What images do is said as long as it is so: they are processed while one waits. */
function useWarning(saver: Autosaver) {
  const [warned, setWarned] = useState<{ readonly message: string } | { readonly isSent: boolean }>();
  const ofImages = warned && 'isSent' in warned ? warned : undefined;
  const problem = ofImages && findImagesProblem(saver.snapshot(), ofImages.isSent);
  return {
    warning: warned && 'message' in warned ? warned.message : problem,
    /** Whether what was said of the images is over. */
    isCleared: ofImages !== undefined && problem === undefined,
    warn: (message: string) => setWarned({ message }),
    warnOfImages: (isSent = false) => setWarned({ isSent }),
    unwarn: () => setWarned(undefined),
  };
}

/** Runs one act at a time. @param isShown whether an error is to be said above the fields */
function useAction(isShown: (error: unknown) => boolean) {
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
      if (isShown(error)) setFailure(getErrorMessage(error));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { runAction: (task: () => Promise<void>) => void run(task), isBusy, failure };
}

/** Shows what was changed in two places until somebody chooses, and then goes on with what they were about to do. */
function useConflictDialog(saver: Autosaver) {
  const [then, setThen] = useState<{ readonly goOn: () => void }>();
  return {
    comparing: then !== undefined,
    compare: (goOn: () => void) => setThen({ goOn }),
    decideLater: () => setThen(undefined),
    decide: (theirs: ReadonlySet<LocationField>) => {
      saver.resolve(theirs);
      setThen(undefined);
      then?.goOn();
    },
  };
}

/** What keeps the images of a location from being published. Until it is sent it needs none. */
function findImagesProblem({ serverState }: Snapshot, isSent = false): string | undefined {
  const images = serverState.location?.images ?? [];
  if (images.length === 0 && !isSent) return undefined;
  return getImagesProblem(images);
}

import { type ComponentType, type ReactNode, Suspense, lazy, useSyncExternalStore } from 'react';
import { CONTACTS_STEP, IMAGES_STEP, type OwnLocation } from '../../submission/schema.ts';
import { ContactsStep } from './ContactsStep.tsx';
import { StepFields } from './StepFields.tsx';
import type { Autosaver, Snapshot } from './autosave/autosaver.ts';
import type { StepProps } from './step-state.ts';

const loadImages = async () => ({ default: (await import('../images/ImagesStep.tsx')).ImagesStep });
const loadArea = async () => ({ default: (await import('./AreaAndReviewStep.tsx')).AreaAndReviewStep });
const ImagesStep = lazy(() => withLoadError(loadImages()));
const LastStep = lazy(() => withLoadError(loadArea()));

/** Loads the steps with pictures and maps, so that they are there even if the connection goes. */
export function loadLaterSteps(): void {
  for (const load of [loadImages, loadArea]) load().catch(() => {});
}

/** Where a step cannot be loaded it says so, and the rest of the wizard stays with all that was typed. */
function withLoadError<Props>(step: Promise<{ default: ComponentType<Props> }>) {
  return step.catch((): { default: ComponentType<Props> } => ({ default: NotLoaded }));
}

function NotLoaded() {
  return (
    <p className="alert" role="alert">
      We could not reach the site. Check your connection, then load the page again. What you have typed is kept.
    </p>
  );
}

/** What one step asks. */
export function StepBody(
  props: Omit<StepProps, 'fields' | 'change'> & {
    saver: Autosaver;
    snapshot: Snapshot;
    step: number;
    mapStyleUrl: string | null;
  },
) {
  const { saver, snapshot, step, mapStyleUrl, ...rest } = props;
  const { api, problems } = rest;
  const { fields } = snapshot;
  const { location } = snapshot.serverState;
  const change: StepProps['change'] = (typed) => saver.type(typed);
  const typed = { ...rest, fields, change };
  if (step < CONTACTS_STEP || !location) return <StepFields {...typed} step={location ? step : 0} />;
  if (step === CONTACTS_STEP) {
    return (
      <ContactsStep
        api={api}
        location={location}
        onContacts={(contacts) => saver.takeChange({ contacts })}
        refresh={() => saver.refresh()}
      />
    );
  }
  const onLocation = (changed: Pick<OwnLocation, 'images'>) => saver.takeChange(changed);
  return (
    <BrowserOnly>
      {step === IMAGES_STEP ? (
        <ImagesStep {...{ api, location, onLocation }} />
      ) : (
        <LastStep {...{ api, location, fields, change, problems, onLocation }} styleUrl={mapStyleUrl} />
      )}
    </BrowserOnly>
  );
}

const never = () => () => {};

/** What is loaded while it is wanted: the server does not wait for it. */
function BrowserOnly({ children }: { children: ReactNode }) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const loading = <p className="muted">Loading…</p>;
  return isHere ? <Suspense fallback={loading}>{children}</Suspense> : loading;
}

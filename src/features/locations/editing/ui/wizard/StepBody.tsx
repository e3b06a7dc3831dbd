import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../../../ui/LazyMount.tsx';
import { CONTACTS_STEP, IMAGES_STEP, getStepFields } from '../../schema.ts';
import type { ReasonPart } from '../../../decisions/schema.ts';
import type { HeldFacts } from '../../../production-facts/ui/useFactAutosaver.ts';
import { STEP_NAMES, type StepName } from '../../../catalogue/fields/wizard-steps.ts';
import { StepReasons } from './FieldReason.tsx';
import { StepFields } from './StepFields.tsx';
import type { Autosaver } from './autosave/autosaver.ts';
import type { Snapshot } from './autosave/snapshot.ts';
import type { StepProps } from './step-state.ts';

const loadContacts = async () => ({ default: (await import('./ContactsStep.tsx')).ContactsStep });
const loadImages = async () => ({ default: (await import('../../images/ui/ImagesStep.tsx')).ImagesStep });
const loadLast = async () => ({ default: (await import('./LastSteps.tsx')).LastSteps });
/** Loads what knows the images and uploads while any step is open. */
export const loadImagesWatcher = async () => ({
  default: (await import('../../images/ui/ImagesWatcher.tsx')).ImagesWatcher,
});

const ContactsStep = lazyPart(loadContacts);
const ImagesStep = lazyPart(loadImages);
const LastSteps = lazyPart(loadLast);

/** Preloads the later steps, so that they work even if the connection is lost. */
export function loadLaterSteps(): void {
  for (const load of [loadContacts, loadImages, loadLast, loadImagesWatcher]) load().catch(() => {});
}

type StepBodyProps = Omit<StepProps, 'fields' | 'change'> & {
  readonly saver: Autosaver;
  readonly snapshot: Snapshot;
  readonly step: number;
  readonly mapStyleUrl: string | null;
  /** Photographs that are not images yet. */
  readonly uploads: number;
  readonly facts: HeldFacts;
};

/** The content of a step, below what the Locations Team asks to change about it. */
export function StepBody(props: StepBodyProps) {
  return (
    <>
      <StepReasons parts={PARTS_WITHOUT_FIELD[STEP_NAMES[props.step]!] ?? []} reasons={props.reasons} />
      <StepContent {...props} />
    </>
  );
}

/** The sections of each step whose reasons cannot be shown at a field. */
const PARTS_WITHOUT_FIELD: Readonly<Partial<Record<StepName, readonly ReasonPart[]>>> = {
  contacts: ['contacts'],
  images: ['images'],
  area: ['latitude', 'map_precision'],
};

function StepContent(props: StepBodyProps) {
  const { saver, snapshot, step, mapStyleUrl, uploads, facts, ...rest } = props;
  const { api } = rest;
  const { fields } = snapshot;
  const { location } = snapshot.serverState;
  const change: StepProps['change'] = (input) => saver.change(input);
  if (step < CONTACTS_STEP || !location)
    return <StepFields {...rest} fields={fields} change={change} names={getStepFields(location ? step : 0)} />;
  return (
    <BrowserOnly>
      {step === CONTACTS_STEP && (
        <ContactsStep
          api={api}
          location={location}
          onContacts={(contacts) => saver.applyChange({ contacts })}
          refresh={() => saver.refresh()}
        />
      )}
      {step === IMAGES_STEP && <ImagesStep api={api} location={location} />}
      {step > IMAGES_STEP && (
        <LastSteps
          {...rest}
          step={step}
          location={location}
          refresh={() => saver.refresh()}
          uploads={uploads}
          facts={facts}
          fields={fields}
          change={change}
          styleUrl={mapStyleUrl}
        />
      )}
    </BrowserOnly>
  );
}

const neverChanges = () => () => {};

/** False on the server, which would wait for lazy components, and while the page is hydrated. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Renders its children in the browser only. */
function BrowserOnly({ children }: { children: ReactNode }) {
  const isBrowser = useIsBrowser();
  const loading = <p className="muted">Loading…</p>;
  return isBrowser ? <Suspense fallback={loading}>{children}</Suspense> : loading;
}

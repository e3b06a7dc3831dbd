import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { NeedsScript } from '../../../../../ui/Field.tsx';
import { formatRelativeDateTime } from '../../../../../platform/text/dates.ts';
import { ErrorSummary, ErrorAlert, focusOnMount } from '../../../../../ui/FormMessages.tsx';
import { ArrowLeft, ArrowRight, CircleAlert } from '../../../../../ui/icons.tsx';
import { LazyMount, Nothing, lazyDialog, lazyPart } from '../../../../../ui/LazyMount.tsx';
import {
  CONTACTS_STEP,
  FACTS_STEP,
  IMAGES_STEP,
  LAST_STEP,
  type OwnLocation,
  STEPS,
  getStepTitle,
} from '../../schema.ts';
import { getDisplayTitle } from '../../../catalogue/display-title.ts';
import type Dialog from '../../../../../ui/ConflictDialog.tsx';
import { AskedNotice } from './AskedNotice.tsx';
import { toPartReasons } from './FieldReason.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import type { ServerState } from './autosave/server-state.ts';
import type { Snapshot } from './autosave/snapshot.ts';
import { StatusNotice, SubmittedNotice, AwaitingApprovalNotice } from './StatusNotices.tsx';
import { StepBody, loadImagesWatcher, loadLaterSteps, useIsBrowser } from './StepBody.tsx';
import { StepList } from './StepList.tsx';
import { getFirstIncompleteStep, getStepState } from './step-state.ts';
import { getFieldId } from '../../../working-copy/ui/FieldControl.tsx';
import { useAutosaver } from './useAutosaver.ts';
import { useSteps } from './useSteps.ts';
import {
  LOCATION_FIELDS,
  type LocationField,
  type LocationFields,
  getOwnerLabel,
} from '../../../catalogue/fields/lookup.ts';
import { formatValue } from '../../../catalogue/fields/values.ts';
import type { HeldFacts } from '../../../production-facts/ui/useFactAutosaver.ts';
import type { FacetField } from '../../../catalogue/schema.ts';
import '../../../../../ui/form.css';
import './wizard.css';

const ImagesWatcher = lazyPart(loadImagesWatcher, Nothing);
const ConflictDialog = lazyDialog<ComponentProps<typeof Dialog<LocationField>>>(
  () => import('../../../../../ui/ConflictDialog.tsx'),
);

interface WizardProps {
  readonly api: Api;
  readonly userId: string;
  readonly serverState: ServerState;
  /** From 0; by default the first incomplete step. */
  readonly step: number | undefined;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  /** Another MapLibre style instead of our own base map. */
  readonly mapStyleUrl: string | null;
  /** Content below the fields of the first step, depending on the input. */
  readonly renderHint?: (fields: LocationFields, locationId: string | undefined) => ReactNode;
  /** Opens a step. The location may have been created since the page was loaded. */
  readonly open: (locationId: string | null, step: number) => Promise<void>;
}
const FORM_ID = 'wizard-step';
const TITLE_ID = 'wizard-title';
/** Latitude and longitude have one message, since they are one question to the owner. */
const getSummaryLabels = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(LOCATION_FIELDS.map((name) => [name, getOwnerLabel(name)])),
  latitude: STEPS[LAST_STEP]!.title,
});

/** The wizard for owners to enter a location step by step. */
export function Wizard(props: WizardProps) {
  const { api, userId, serverState, step: requestedStep, options, mapStyleUrl, renderHint, open } = props;
  const { saver, snapshot } = useAutosaver(api, userId, serverState);
  const [first] = useState(() => getFirstIncompleteStep(snapshot.fields, snapshot.serverState.location));
  const { location } = snapshot.serverState;
  const step = location ? Math.min(requestedStep ?? first, FACTS_STEP) : 0;
  const [uploads, setUploads] = useState(0);
  const isBrowser = useIsBrowser();
  const [facts, holdFacts] = useState<HeldFacts['autosaver']>();
  const steps = useSteps({ saver, step, uploads, facts, open });
  useFocusHeading(step);

  if (steps.submitted && location) return <SubmittedNotice location={location} message={steps.submitted} />;
  if (location?.location_status === 'AWAITING_APPROVAL') return <AwaitingApprovalNotice location={location} />;
  const { problems, missing } = steps;
  const isForm = step < CONTACTS_STEP;
  const reasons = toPartReasons(location?.returned);
  const body = (
    <StepBody
      api={api}
      saver={saver}
      snapshot={snapshot}
      step={step}
      options={options}
      mapStyleUrl={mapStyleUrl}
      uploads={uploads}
      facts={{ autosaver: facts, hold: holdFacts }}
      problems={problems}
      reasons={reasons}
      onBlur={steps.onBlur}
    />
  );
  const states = STEPS.map((_, index) => getStepState(index, snapshot.fields, location, uploads));
  return (
    <div className="wizard">
      <div className="wizard__side">
        <StepList step={step} states={states} onChoose={location ? steps.go : null} />
        {/* The facts are no fields: that step says itself whether they are saved. */}
        {step !== FACTS_STEP && (
          <SaveStatus snapshot={snapshot} missing={Object.keys(missing).length} onCompare={steps.compare} />
        )}
      </div>
      <div className="wizard__main" onFocusCapture={loadLaterSteps}>
        <StepHeader step={step} location={location} />
        <NeedsScript />
        <StatusNotice location={location} isCreatedElsewhere={snapshot.isCreatedElsewhere} />
        {location && <AskedNotice api={api} location={location} onTasks={(change) => saver.applyChange(change)} />}
        {steps.failure !== undefined && <ErrorAlert message={steps.failure} />}
        {steps.warning !== undefined && <Warning key={steps.attempt} message={steps.warning} />}
        <div role="status">
          {steps.isCleared && <p className="alert alert--success">The images are ready. You can continue.</p>}
        </div>
        <ErrorSummary
          labels={getSummaryLabels()}
          messages={missing}
          onChoose={(name) => document.getElementById(getFieldId(name as LocationField))?.focus()}
        />
        {isForm ? <StepForm onSubmit={steps.next}>{body}</StepForm> : body}
        {step === 0 && renderHint?.(snapshot.fields, location?.id)}
        <StepButtons step={step} steps={steps} isForm={isForm} pictures={(location?.images.length ?? 0) + uploads} />
      </div>
      <LazyMount isWanted={isBrowser && step >= IMAGES_STEP}>
        {location && (
          <ImagesWatcher
            api={api}
            location={location}
            onImages={(change, unfinished) => {
              saver.applyChange(change);
              setUploads(unfinished);
            }}
          />
        )}
      </LazyMount>
      <LazyMount isWanted={steps.comparing}>
        <ConflictDialog
          {...toConflicts(snapshot)}
          open={steps.comparing}
          onClose={steps.closeComparison}
          onChoose={steps.resolve}
        />
      </LazyMount>
    </div>
  );
}

function StepHeader({ step, location }: { step: number; location: OwnLocation | null }) {
  return (
    <div className="wizard__header">
      <div>
        <p className="muted small">
          <span className="wizard__count">
            {step === FACTS_STEP ? 'Optional step: ' : `Step ${step + 1} of ${STEPS.length}: `}
          </span>
          {location ? getDisplayTitle(location.title) : 'Register a location'}
        </p>
        <h1 className="display display--3" id={TITLE_ID} tabIndex={-1}>
          {getStepTitle(step)}
        </h1>
      </div>
      {step !== FACTS_STEP && (
        <p className="small muted">
          <span className="required">*</span> Required fields
        </p>
      )}
    </div>
  );
}

function StepForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      id={FORM_ID}
      className="wizard__fields"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** The buttons to the previous and the next step. @param props.isForm whether the step is a form, which the latter submits */
function StepButtons(props: { step: number; steps: ReturnType<typeof useSteps>; isForm: boolean; pictures: number }) {
  const { step, steps, isForm, pictures } = props;
  return (
    <div className="wizard__footer">
      {step > 0 && (
        <button type="button" className="button button--given" onClick={() => steps.go(step - 1)}>
          <ArrowLeft />
          PREVIOUS STEP
        </button>
      )}
      <button
        type={isForm ? 'submit' : 'button'}
        form={isForm ? FORM_ID : undefined}
        className="button button--primary button--given"
        aria-disabled={steps.isBusy}
        // A field that shows its error on blur would move the button away under the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={isForm ? undefined : steps.next}
      >
        {getNextLabel(step, pictures)}
        {step < LAST_STEP && <ArrowRight />}
      </button>
    </div>
  );
}

/** Returns the fields that were changed in two places, with both values. */
function toConflicts({ conflicts, fields, theirs, storedAt }: Snapshot) {
  return {
    conflicts: conflicts.map((name) => ({
      name,
      label: getOwnerLabel(name),
      mine: formatValue(name, fields[name]),
      theirs: formatValue(name, theirs[name]),
    })),
    saved: storedAt === null ? 'Saved' : `Saved ${formatRelativeDateTime(storedAt)}`,
  };
}

function getNextLabel(step: number, pictures: number): string {
  if (step >= LAST_STEP) return 'COMPLETE';
  return step === IMAGES_STEP && pictures === 0 ? 'SKIP' : 'NEXT STEP';
}

function Warning({ message }: { message: string }) {
  return (
    <div className="alert alert--warn" role="alert" tabIndex={-1} ref={focusOnMount}>
      <CircleAlert />
      <div>
        <strong>Warning</strong>
        {message}
      </div>
    </div>
  );
}

/** Focuses the heading of a step that was opened from another one. */
function useFocusHeading(step: number): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementById(TITLE_ID)?.focus({ preventScroll: true });
  }, [step]);
}

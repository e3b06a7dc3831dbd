import { focusOnMount } from '../../../../../ui/FormMessages.tsx';
import { ArrowRight, CircleAlert } from '../../../../../ui/icons.tsx';
import { type OwnLocation } from '../../schema.ts';
import { getLocationPath } from '../../../catalogue/schema.ts';
import { getDisplayTitle } from '../../../catalogue/display-title.ts';
import { PENDING_APPROVAL } from '../../../messages.ts';

/** The notice above the steps: a version of the location is online, or it was created in another window. */
export function StatusNotice(props: { location: OwnLocation | null; isCreatedElsewhere: boolean }) {
  const { location, isCreatedElsewhere } = props;
  if (isCreatedElsewhere && !location) {
    return (
      <p className="alert alert--warn">
        <CircleAlert />
        <span>
          You have already created this location in another window. Find it under{' '}
          <a className="link" href="/locations">
            My locations
          </a>
          . NEXT STEP will create a second one.
        </span>
      </p>
    );
  }
  if (!location?.publishedurl) return null;
  return (
    <p className="muted wizard__notice">
      <a className="link" href={getLocationPath({ locationurl: location.publishedurl })}>
        The published page
      </a>{' '}
      will not change until the Locations Team has approved your changes.
    </p>
  );
}

/** Replaces the wizard while a location awaits approval and cannot be edited. */
export function AwaitingApprovalNotice({ location }: { location: OwnLocation }) {
  return (
    <div className="wizard-status">
      <p className="muted small">{getDisplayTitle(location.title)}</p>
      <h1 className="display display--3">Waiting for approval</h1>
      <p className="alert alert--warn" role="status">
        <CircleAlert />
        <span>
          {PENDING_APPROVAL}{' '}
          <a className="link" href="/contact-us">
            Contact us
          </a>
        </span>
      </p>
      <NextLinks location={location} />
    </div>
  );
}

/** Confirms to an owner that a location was submitted. */
export function SubmittedNotice({ location, message }: { location: OwnLocation; message: string }) {
  return (
    <div className="wizard-status">
      <p className="muted small">{getDisplayTitle(location.title)}</p>
      <h1 className="display display--3" tabIndex={-1} ref={focusOnMount}>
        {message}
      </h1>
      <h2 className="display display--1">What happens next</h2>
      <ol className="wizard-next">
        <li>The Locations Team checks your location. Until then you cannot change it.</li>
        <li>We will email you when your location is published, or when we need more details.</li>
        <li>Film crews can then find it here, and the team forwards their questions to you.</li>
      </ol>
      <NextLinks location={location} />
    </div>
  );
}

function NextLinks({ location }: { location: OwnLocation }) {
  return (
    <div className="form__actions">
      <a className="button button--primary" href="/locations">
        My locations
        <ArrowRight />
      </a>
      <a className="button" href={`/locations/${location.id}/preview`}>
        Preview
      </a>
    </div>
  );
}

import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Image } from '../../../../ui/icons.tsx';
import { RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import type { LocationRecord } from '../../admin-record/schema.ts';
import { type LocationReview, SUBMISSION_LABELS } from '../schema.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { AccountHolderName } from '../../working-copy/ui/AccountHolderName.tsx';
import { LocationStatus } from '../../working-copy/ui/StatusLabel.tsx';
import { formatCompleteness, formatWaiting } from './queue-list.tsx';
import '../../admin-record/ui/location-record.css';

/** The title of a submitted location: since when it waits, who owns and who reviews it. */
export function ReviewTitle(props: { api: Api; record: LocationRecord; review: LocationReview }) {
  const { api, record, review } = props;
  const { title, primaryimage, owner, submitted_at, location_status } = record;
  const picture = (
    <div className="frame record-picture">
      {primaryimage?.state === 'READY' ? <Picture picture={{ ...primaryimage, alt: '' }} sizes="56px" /> : <Image />}
    </div>
  );
  return (
    <RecordTitle title={getDisplayTitle(title)} picture={picture}>
      <LocationStatus location_status={location_status} />
      {submitted_at !== null && (
        <span suppressHydrationWarning>
          {`Waiting for ${formatWaiting(submitted_at)}, since ${formatDateTime(submitted_at)}`}
        </span>
      )}
      <span>{SUBMISSION_LABELS[record.published ? 'change' : 'first']}</span>
      <span>{formatCompleteness(review.complete, record.images)}</span>
      {owner && (
        <span>
          Owner <AccountHolderName api={api} owner={owner} />
        </span>
      )}
      {review.reviewer && <span>{`Reviewer ${formatPerson(review.reviewer)}`}</span>}
    </RecordTitle>
  );
}

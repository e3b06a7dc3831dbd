import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { RecordBar, RecordNotice } from '../../../../ui/record/RecordHeader.tsx';
import { RecordPagerLinks } from '../../../../ui/record/RecordPagerLinks.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { useListUrl } from '../../../../ui/table/record-pager.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { updateStatus } from '../../publishing/contract.ts';
import { recordQuery, refreshRecord } from '../../admin-record/client.ts';
import { refreshReviews, reviewQuery } from '../client.ts';
import { NO_CONTACTS, RETURN_TO_OWNER, TAKES_A_WHILE } from '../../messages.ts';
import { getFactDifferences } from '../../admin-record/differences.ts';
import { getRecordPath } from '../../admin-record/ui/RecordActions.tsx';
import { RecordConflictDialog } from '../../admin-record/ui/RecordConflictDialog.tsx';
import { usePublishing } from '../../admin-record/ui/usePublishing.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import { ClaimButton } from './ClaimButton.tsx';
import { Decisions } from './Decisions.tsx';
import { ReasonEditor } from './ReasonEditor.tsx';
import { ReasonList } from './ReasonList.tsx';
import { ReviewDescription, ReviewFields } from './ReviewFields.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';
import { ReviewImages } from './ReviewImages.tsx';
import { ReviewMap } from './ReviewMap.tsx';
import { ReviewTitle } from './ReviewTitle.tsx';
import { REVIEW_LIST, getReviewPath } from './queue-list.tsx';
import { queuePager } from './queue-pager.ts';
import { type Reasons, useReasons } from './reasons.ts';
import { listReviewRows } from './review-rows.ts';
import './review.css';

const PublishDialog = lazyDialog(() => import('../../admin-record/ui/PublishDialog.tsx'));
const ReturnDialog = lazyDialog(() => import('./ReturnDialog.tsx'));

const CONTINUE_ID = 'review-continue';

/**
 * The review of a submitted location: what was submitted beside what is published, and the decision.
 * @param props.userId the member of the Locations Team who is signed in
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function ReviewPage(props: { api: Api; id: string; userId: string | undefined; styleUrl: string | null }) {
  const { api, id, userId, styleUrl } = props;
  const { data: record } = useSuspenseQuery(recordQuery(api, id));
  const { data: review } = useSuspenseQuery(reviewQuery(api, id));
  const given = useReasons();
  const isWaiting = record.location_status === 'AWAITING_APPROVAL';
  const reasons = isWaiting ? given : null;
  const rows = listReviewRows(record);
  const listUrl = useListUrl(REVIEW_LIST);
  const pager = queuePager.usePager(api, id);
  const next = pager?.next === undefined ? undefined : getReviewPath(pager.next);
  const leave = async (message: string) => {
    toast({ text: message });
    await router.navigate({ href: next ?? listUrl, ignoreBlocker: true });
  };
  const router = useRouter();
  const toast = useToast();
  const focusById = useFocusById();
  // The buttons of the decision have gone.
  const onPublished = () => focusById(CONTINUE_ID);
  const publishing = usePublishing({ api, record, onDeleted: leave, onPublished });
  const [openDialog, setOpenDialog] = useState<'publish' | 'return'>();
  const { report, alert } = useErrorDialog();
  const returnIt = useReturn({ api, id, submittedAt: record.submitted_at, reasons: given, onReturned: leave });
  const close = () => {
    setOpenDialog(undefined);
    // A colleague has decided meanwhile: the button that opened the dialog has gone.
    if (!isWaiting) focusById(CONTINUE_ID);
  };
  const isBusy = publishing.running !== undefined;
  const shown = { api, reasons, isFirst: record.published === null };

  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: listUrl }}
        steps={<RecordPagerLinks pager={pager} noun={['location', 'locations']} getPath={getReviewPath} />}
      >
        <a className="button button--compact button--quiet" href={`${getRecordPath(id)}/preview?from=review`}>
          Preview
        </a>
        <a className="button button--compact button--quiet" href={getRecordPath(id)}>
          Open the record
        </a>
        {isWaiting && (
          <>
            <ClaimButton
              api={api}
              id={id}
              userId={userId}
              reviewer={review.reviewer}
              className="button button--compact"
              onError={report}
            />
            <button
              type="button"
              className="button button--compact"
              aria-disabled={isBusy}
              onClick={() => !isBusy && setOpenDialog('return')}
            >
              {RETURN_TO_OWNER}
            </button>
            <button
              type="button"
              className="button button--compact button--primary"
              aria-disabled={isBusy}
              onClick={() => !isBusy && publishing.canPublish() && setOpenDialog('publish')}
            >
              Approve and publish
            </button>
          </>
        )}
      </RecordBar>
      <ReviewTitle api={api} record={record} review={review} />
      <div role="status">
        {publishing.running === 'publish' && <RecordNotice>{TAKES_A_WHILE}</RecordNotice>}
        {!isWaiting && (
          <RecordNotice>
            This location is not waiting for approval.{' '}
            <a className="link" href={next ?? listUrl} id={CONTINUE_ID}>
              {next === undefined ? 'Continue with the queue' : 'Review the next location'}
            </a>
          </RecordNotice>
        )}
        {!isWaiting && given.list.length > 0 && (
          <div className="record-notice">
            <p>Your reasons were not sent:</p>
            <ReasonList reasons={given.list} />
          </div>
        )}
      </div>
      <div className="review">
        {record.published && (
          <ReviewSummary
            rows={rows}
            facts={getFactDifferences(record).length}
            images={record.published.image_changes}
          />
        )}
        <div className="review__lead">
          <ReviewImages
            api={api}
            images={review.images}
            changes={record.published?.image_changes ?? null}
            reasons={reasons}
          />
          {rows.map((row) => row.part === 'description' && <ReviewDescription key={row.part} {...shown} row={row} />)}
        </div>
        <ReviewFields {...shown} rows={rows.filter(({ part }) => part !== 'description')} />
        <ReviewFacts record={record} />
        <section className="review__section" aria-labelledby="review-map">
          <h2 id="review-map">Map</h2>
          <ReviewMap record={record} styleUrl={styleUrl} />
        </section>
        <ContactsSection api={api} id={id} contacts={record.contacts} reasons={reasons} />
        <Decisions decisions={review.decisions} />
      </div>
      <LazyMount isWanted={openDialog === 'publish'}>
        <PublishDialog record={record} open={openDialog === 'publish'} onClose={close} onConfirm={publishing.publish} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'return'}>
        <ReturnDialog
          api={api}
          owner={record.owner && `${record.owner.first_name} ${record.owner.last_name}`}
          reasons={given.list}
          open={openDialog === 'return'}
          onClose={close}
          onReturn={returnIt}
        />
      </LazyMount>
      <ErrorDialog
        open={publishing.message !== undefined}
        onClose={publishing.clearMessage}
        title={publishing.message?.title}
      >
        {publishing.message?.message}
      </ErrorDialog>
      <RecordConflictDialog publishing={publishing} />
      <UnsavedChangesDialog unsaved={() => isWaiting && given.list.length > 0} />
      {alert}
    </main>
  );
}

/** The contacts are never public, so they are not compared. */
function ContactsSection(props: { api: Api; id: string; contacts: number; reasons: Reasons | null }) {
  const { api, id, contacts, reasons } = props;
  return (
    <section className="review__section" aria-labelledby="review-contacts">
      <h2 id="review-contacts">Contacts</h2>
      <p>
        {contacts === 0 ? (
          NO_CONTACTS
        ) : (
          <a className="link" href={`${getRecordPath(id)}?tab=contacts`}>
            {contacts === 1 ? 'One contact' : `${contacts} contacts`}
          </a>
        )}
      </p>
      {reasons && <ReasonEditor api={api} part="contacts" label="Contacts" reasons={reasons} />}
    </section>
  );
}

/** Returns the function that returns the location with the reasons. After a conflict it loads the current state and throws. */
function useReturn(given: {
  api: Api;
  id: string;
  submittedAt: string | null;
  reasons: Reasons;
  onReturned: (message: string) => Promise<void>;
}) {
  const { api, id, submittedAt, reasons, onReturned } = given;
  const queryClient = useQueryClient();
  return async (note: string) => {
    try {
      const submitted_at = submittedAt ?? undefined;
      const { message } = await api(updateStatus, { id, status: 'DRAFT', submitted_at, note, reasons: reasons.list });
      reasons.clear();
      await onReturned(message);
    } catch (error) {
      if (isConflict(error)) void Promise.all([refreshRecord(queryClient, api, id), refreshReviews(queryClient)]);
      throw error;
    }
    await refreshRecord(queryClient, api, id);
  };
}

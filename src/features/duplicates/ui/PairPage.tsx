import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import { type Api, isConflict } from '../../../platform/http/contract.ts';
import { removeCached } from '../../../platform/http/remove-cached.ts';
import { formatDateTime } from '../../../platform/text/dates.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RecordBar, RecordNotice, RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { imagesQuery } from '../../locations/editing/images/client.ts';
import { UNITED_FIELDS } from '../../locations/merging/choices.ts';
import { mergeLocation } from '../../locations/merging/contract.ts';
import { mergeKeepsPublished, mergeNeedsDecision } from '../../locations/messages.ts';
import { recordQuery, refreshRecord } from '../../locations/admin-record/client.ts';
import { getRecordPath } from '../../locations/admin-record/ui/RecordActions.tsx';
import { ComparedPositions } from '../../locations/history/ui/ComparedPositions.tsx';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { pairQuery, refreshPairs } from '../client.ts';
import { officeMayLose } from '../messages.ts';
import type { ComparedPair, DuplicatePair } from '../schema.ts';
import { DecisionButton } from './DuplicateList.tsx';
import { MergeForm } from './MergeForm.tsx';
import { MergeSides } from './MergeSides.tsx';
import { PairImages } from './PairImages.tsx';
import { formatDistance } from '../../geography/format-distance.ts';
import { listReasons } from './describe-match.ts';
import {
  type MergeRow,
  type Records,
  type Side,
  type MergeChoice,
  getDefaultChoices,
  getOther,
  listMergeRows,
  listTakenParts,
} from './merge-rows.ts';
import '../../locations/review/ui/review.css';
import './duplicates.css';

const LIST = '/admin/duplicates';
const MERGE_BUTTON_ID = 'merge';

/**
 * Two locations that may be one, beside each other: merge them, or remember that they are different.
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function PairPage({ api, a, b, styleUrl }: { api: Api; a: string; b: string; styleUrl: string | null }) {
  const { data: pair } = useSuspenseQuery(pairQuery(api, a, b));
  const records = {
    a: useSuspenseQuery(recordQuery(api, a)).data,
    b: useSuspenseQuery(recordQuery(api, b)).data,
  };
  const images = {
    a: useSuspenseQuery(imagesQuery(api, a)).data.images,
    b: useSuspenseQuery(imagesQuery(api, b)).data.images,
  };
  const names = { a: getDisplayTitle(records.a.title), b: getDisplayTitle(records.b.title) };
  const [kept, setKept] = useState<Side>(() => getBetterSide(records));
  const [chosen, setChosen] = useState<ReadonlyMap<string, MergeChoice>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const { report, alert } = useErrorDialog();
  const router = useRouter();
  const rows = listMergeRows(records);
  const getDefault = getDefaultChoices(records, kept);
  const getChoice = (row: MergeRow) => chosen.get(row.part) ?? getDefault(row);
  const problem = findProblem(records, kept);
  const merge = useMerge(api, records, kept);
  const focusById = useFocusById();
  const swap = () => {
    setKept(getOther(kept));
    // The button disappears.
    focusById(MERGE_BUTTON_ID);
  };
  const askToMerge = {
    'aria-disabled': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : 'merge-problem',
    onClick: () => problem === undefined && setAsking(true),
  };

  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: LIST }}>
        <DecisionButton
          api={api}
          pair={pair}
          className="button button--compact"
          onError={report}
          onDecided={() => pair.dismissed_at === null && void router.navigate({ href: LIST })}
        />
        <button type="button" id={MERGE_BUTTON_ID} className="button button--compact button--primary" {...askToMerge}>
          Merge
        </button>
      </RecordBar>
      <PairTitle pair={pair} />
      <div role="status" id="merge-problem">
        {problem !== undefined && <RecordNotice>{problem}</RecordNotice>}
      </div>
      {needsSwap(records, kept) && (
        <button type="button" className="button button--compact merge__swap" onClick={swap}>
          {`Keep “${names[getOther(kept)]}” instead`}
        </button>
      )}
      <div className="review">
        <MergeSides records={records} kept={kept} onKeep={setKept} />
        <MergeForm
          rows={rows}
          names={names}
          getChoice={getChoice}
          onChoose={({ part }, choice) => setChosen(new Map(chosen).set(part, choice))}
        />
        <PairImages images={images} names={names} />
        <PairMap records={records} names={names} distance={pair.distance} styleUrl={styleUrl} />
        {/* Again where the choices end, since the bar is before them. */}
        <button type="button" className="button button--primary merge__end" {...askToMerge}>
          {`Merge into “${names[kept]}”`}
        </button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Merge into ${names[kept]}`}
        confirmLabel="Merge"
        onConfirm={() =>
          merge({
            parts: listTakenParts(rows, kept, getChoice),
            united: UNITED_FIELDS.filter((field) =>
              rows.some((row) => row.part === field && getChoice(row) === 'both'),
            ),
          })
        }
      >
        <MergeConsequences pair={pair} records={records} kept={kept} names={names} />
      </ConfirmDialog>
      {alert}
    </main>
  );
}

function PairTitle({ pair }: { pair: DuplicatePair }) {
  const { score, dismissed_at, dismissed_by } = pair;
  return (
    <RecordTitle title="Compare two locations">
      <strong>{`${score} % similar`}</strong>
      {listReasons(pair).map((reason) => (
        <span key={reason}>{reason}</span>
      ))}
      {dismissed_at !== null && (
        <span>
          {`Not a duplicate${dismissed_by ? ` according to ${formatPerson(dismissed_by)}` : ''}, ${formatDateTime(dismissed_at)}`}
        </span>
      )}
    </RecordTitle>
  );
}

function MergeConsequences({
  pair,
  records,
  kept,
  names,
}: {
  pair: ComparedPair;
  records: Records;
  kept: Side;
  names: Readonly<Record<Side, string>>;
}) {
  const other = getOther(kept);
  const { owner, publishedurl } = records[other];
  return (
    <>
      <p>{`“${names[kept]}” stays, with the images, contacts and documents of both. Boards, enquiries and tasks of “${names[other]}” lead to it.`}</p>
      <p>
        {`“${names[other]}” leaves the catalogue${publishedurl === null ? '' : ', and its web address leads to the other one'}. Its history stays. This cannot be undone.`}
      </p>
      {pair.office_enquiries.map(({ location_id, office, enquiries }) => (
        <p key={location_id}>
          {officeMayLose(
            office,
            formatCount(enquiries, 'enquiry', 'enquiries'),
            names[location_id === records.a.id ? 'a' : 'b'],
          )}
        </p>
      ))}
      {owner && <p>{`${owner.first_name} ${owner.last_name} gets an email about it.`}</p>}
      {records[kept].publishedurl !== null && (
        <p>Publish the merged location afterwards, so that its page shows the changes.</p>
      )}
    </>
  );
}

function PairMap(props: {
  records: Records;
  names: Readonly<Record<Side, string>>;
  distance: number | null;
  styleUrl: string | null;
}) {
  const { records, names, distance, styleUrl } = props;
  const [before, after] = [toPosition(records.a), toPosition(records.b)];
  if (!before || !after || distance === null) return null;
  return (
    <section className="review__section" aria-labelledby="merge-map">
      <h2 id="merge-map">Map</h2>
      <ComparedPositions
        before={before}
        after={after}
        styleUrl={styleUrl}
        labels={{ before: names.a, after: names.b }}
        summary={`${formatDistance(distance)} apart.`}
      />
    </section>
  );
}

function toPosition({ latitude, longitude }: Records[Side]) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The published one, or else the one with more images. */
function getBetterSide({ a, b }: Records): Side {
  const rank = (record: Records[Side]) => (record.publishedurl === null ? 0 : 1_000) + record.images;
  return rank(b) > rank(a) ? 'b' : 'a';
}

/** Why the two cannot be merged like this. The server checks it again, and what the page does not know. */
function findProblem(records: Records, kept: Side): string | undefined {
  const waiting = findWaiting(records);
  if (waiting) return mergeNeedsDecision(getDisplayTitle(waiting.title));
  const [stays, goes] = [records[kept], records[getOther(kept)]];
  return needsSwap(records, kept)
    ? mergeKeepsPublished(getDisplayTitle(goes.title), getDisplayTitle(stays.title))
    : undefined;
}

function findWaiting({ a, b }: Records) {
  return [a, b].find(({ location_status }) => location_status === 'AWAITING_APPROVAL');
}

/** Whether they could be merged if the other one stayed, since only that one is published. */
function needsSwap(records: Records, kept: Side): boolean {
  const isOnlyOtherPublished = records[kept].publishedurl === null && records[getOther(kept)].publishedurl !== null;
  return isOnlyOtherPublished && !findWaiting(records);
}

/** Returns the function that merges the other location into the one that stays, and opens that. After a conflict it loads both again. */
function useMerge(api: Api, records: Records, kept: Side) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [stays, goes] = [records[kept], records[getOther(kept)]];
  return async (choices: Pick<z.input<typeof mergeLocation.input>, 'parts' | 'united'>) => {
    const refresh = () =>
      Promise.all(
        [stays.id, goes.id].map((id) => refreshRecord(queryClient, api, id)).concat(refreshPairs(queryClient)),
      );
    try {
      const { message } = await api(mergeLocation, {
        id: stays.id,
        version: stays.version,
        images_version: stays.images_version,
        other_id: goes.id,
        other_version: goes.version,
        other_images_version: goes.images_version,
        ...choices,
      });
      toast({ text: message });
      await router.navigate({ href: getRecordPath(stays.id) });
      removeCached(queryClient, { queryKey: pairQuery(api, stays.id, goes.id).queryKey.slice(0, 1) });
      await refreshRecord(queryClient, api, stays.id);
    } catch (error) {
      if (isConflict(error)) void refresh();
      throw error;
    }
  };
}

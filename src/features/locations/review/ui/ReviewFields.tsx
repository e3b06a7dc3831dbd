import type { Api } from '../../../../platform/http/contract.ts';
import type { LocationRecord } from '../../admin-record/schema.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import type { Reasons } from './reasons.ts';
import { type ReviewRow, listReviewRows } from './review-rows.ts';
import { ComparedText } from './ComparedText.tsx';
import './review.css';

/** The fields of a submitted location beside the published ones: those that have changed, then the others. */
export function ReviewFields(props: { api: Api; record: LocationRecord; reasons: Reasons | null }) {
  const { record, ...shown } = props;
  const rows = listReviewRows(record);
  const isFirst = record.published === null;
  const changed = rows.filter(({ isChanged }) => isChanged);
  const unchanged = rows.filter(({ isChanged }) => !isChanged);
  if (isFirst) return <Rows {...shown} id="review-fields" title="Submitted" rows={rows} isFirst />;
  return (
    <>
      <Rows {...shown} id="review-changed" title="Changed fields" rows={changed} empty="No field has changed." />
      <Rows {...shown} id="review-unchanged" title="Unchanged fields" rows={unchanged} />
    </>
  );
}

function Rows(props: {
  api: Api;
  id: string;
  title: string;
  rows: readonly ReviewRow[];
  reasons: Reasons | null;
  empty?: string;
  isFirst?: boolean;
}) {
  const { api, id, title, rows, reasons, empty, isFirst = false } = props;
  return (
    <section className="review__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && <p className="muted">{empty}</p>}
      {rows.map((row) => (
        <Row key={row.part} api={api} row={row} reasons={reasons} isFirst={isFirst} />
      ))}
    </section>
  );
}

/** A single field. Shows both values if the published version has a different one. */
function Row(props: { api: Api; row: ReviewRow; reasons: Reasons | null; isFirst: boolean }) {
  const { api, row, reasons, isFirst } = props;
  const { part, label, published, submitted, isChanged } = row;
  const isCompared = isChanged && published !== null;
  // The setting to show the address is not a value of the public page, but not private either.
  const isPrivate = !isFirst && published === null && part !== 'address_public';
  return (
    <div className={isChanged ? 'review__row review__row--changed' : 'review__row'}>
      <h3>{label}</h3>
      <dl className="review__values">
        {isCompared && (
          <div>
            <dt>Published</dt>
            <dd>
              <ComparedText before={published} after={submitted} side="before" />
            </dd>
          </div>
        )}
        <div>
          <dt className={isCompared ? undefined : 'visually-hidden'}>Submitted</dt>
          <dd>
            {isCompared ? (
              <ComparedText before={published} after={submitted} side="after" />
            ) : (
              submitted || <span className="muted">Nothing</span>
            )}
            {isPrivate && <span className="review__note small muted">Not public</span>}
          </dd>
        </div>
      </dl>
      {reasons && <ReasonEditor api={api} part={part} label={label} reasons={reasons} />}
    </div>
  );
}

import type { Api } from '../../../../platform/http/contract.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import type { Reasons } from './reasons.ts';
import { type ReviewRow, getRowId } from './review-rows.ts';
import { ComparedText } from './ComparedText.tsx';
import './review.css';

interface RowProps {
  readonly api: Api;
  readonly reasons: Reasons | null;
  /** Whether no version is published. */
  readonly isFirst: boolean;
}

/** The description of a submitted location, beside the published one if it has changed. */
export function ReviewDescription({ api, row, reasons, isFirst }: RowProps & { row: ReviewRow }) {
  const { part, label } = row;
  return (
    <section className="review__section review__description" aria-labelledby={getRowId(part)}>
      <h2 id={getRowId(part)}>{label}</h2>
      <Values row={row} isFirst={isFirst} />
      {reasons && <ReasonEditor api={api} part={part} label={label} reasons={reasons} />}
    </section>
  );
}

/** The other fields of a submitted location beside the published ones: those that have changed, then the others. */
export function ReviewFields({ rows, ...shown }: RowProps & { rows: readonly ReviewRow[] }) {
  const changed = rows.filter(({ isChanged }) => isChanged);
  const unchanged = rows.filter(({ isChanged }) => !isChanged);
  if (shown.isFirst) return <Rows {...shown} id="review-fields" title="Submitted" rows={rows} />;
  return (
    <>
      {changed.length > 0 && <Rows {...shown} id="review-changed" title="Changed fields" rows={changed} />}
      <Rows {...shown} id="review-unchanged" title="Unchanged fields" rows={unchanged} />
    </>
  );
}

function Rows(props: RowProps & { id: string; title: string; rows: readonly ReviewRow[] }) {
  const { id, title, rows, ...shown } = props;
  return (
    <section className="review__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.map((row) => (
        <Row key={row.part} {...shown} row={row} />
      ))}
    </section>
  );
}

function Row({ api, row, reasons, isFirst }: RowProps & { row: ReviewRow }) {
  const { part, label, isChanged } = row;
  return (
    <div className={isChanged ? 'review__row review__row--changed' : 'review__row'}>
      <h3 id={getRowId(part)}>{label}</h3>
      <Values row={row} isFirst={isFirst} />
      {reasons && <ReasonEditor api={api} part={part} label={label} reasons={reasons} />}
    </div>
  );
}

/** The value of a field: both if the published version has a different one. */
function Values({ row, isFirst }: { row: ReviewRow; isFirst: boolean }) {
  const { part, published, submitted, isChanged } = row;
  const isCompared = isChanged && published !== null;
  // The setting to show the address is not a value of the public page, but not private either.
  const isPrivate = !isFirst && published === null && part !== 'address_public';
  return (
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
  );
}

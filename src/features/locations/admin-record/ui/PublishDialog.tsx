import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { CircleAlert } from '../../../../ui/icons.tsx';
import { formatMissingParts } from '../../publishing/publishability.ts';
import {
  type Difference,
  type FactDifference,
  type PublicPart,
  getDifferences,
  getFactDifferences,
  getPartLabel,
} from '../differences.ts';
import type { LocationRecord, PublishedFields } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { getLocationPath } from '../../catalogue/schema.ts';
import { ImageChangeList } from './ImageChangeList.tsx';
import '../../../../ui/conflict.css';
import '../../../../ui/form.css';

/** Asks for confirmation of publishing, and lists what changes on the public page. */
export default function PublishDialog(props: {
  record: LocationRecord;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { record, open, onClose, onConfirm } = props;
  const { published, publishing } = record;
  // Closes at once: the page shows the progress of publishing.
  const confirm = () => Promise.resolve(onConfirm());
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Publish"
      confirmLabel="Publish"
      isDestructive={false}
      onConfirm={confirm}
    >
      {publishing.missingParts.length > 0 && <MissingParts words={formatMissingParts(publishing.missingParts)} />}
      {published ? (
        <ChangeSummary record={record} published={published} />
      ) : (
        <p>{`‘${getDisplayTitle(record.title)}’ will be published at ${getLocationPath(record)}, where everyone can find it.`}</p>
      )}
      {record.owner && <p className="muted small">Its account holder will be notified by email.</p>}
    </ConfirmDialog>
  );
}

function MissingParts({ words }: { words: string }) {
  return (
    <div className="alert alert--warn">
      <CircleAlert />
      <div>
        <strong>Warning</strong>
        <p>{`Missing: ${words}. The location was published without these before, so you can publish it again.`}</p>
      </div>
    </div>
  );
}

function ChangeSummary({ record, published }: { record: LocationRecord; published: PublishedFields }) {
  const parts = Object.entries(getDifferences(record, published)) as [PublicPart, Difference][];
  const facts = getFactDifferences(record);
  const images = published.image_changes;
  const page = `the public page of ‘${published.title}’`;
  if (parts.length === 0 && facts.length === 0 && !images) return <p>{`Nothing will change on ${page}.`}</p>;
  return (
    <>
      <p>{`These changes will appear on ${page}:`}</p>
      {parts.map(([part, { published: before, now }]) => (
        <Change key={part} label={getPartLabel(part)} published={before} now={now} />
      ))}
      {facts.map((fact) => (
        <Change key={fact.label} {...fact} />
      ))}
      {images && (
        <section className="conflict" aria-label="Images">
          <h3 className="label">Images</h3>
          <ImageChangeList changes={images} />
        </section>
      )}
    </>
  );
}

function Change({ label, published, now }: FactDifference) {
  return (
    <section className="conflict" aria-label={label}>
      <h3 className="label">{label}</h3>
      <dl className="changes">
        <div>
          <dt className="small">Published value</dt>
          <dd className="conflict__value">{published}</dd>
        </div>
        <div>
          <dt className="small">New value</dt>
          <dd className="conflict__value">{now}</dd>
        </div>
      </dl>
    </section>
  );
}

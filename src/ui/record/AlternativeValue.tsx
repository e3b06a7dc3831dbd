import './record.css';

/**
 * A value that a field has elsewhere, below the field, with the way to take it: what is published, or what somebody else has saved.
 * @param props.id of the value, for the field to be described by
 * @param props.onUse null where the value cannot be taken as it is
 */
export function AlternativeValue(props: {
  label: string;
  field: string;
  value: string;
  id?: string;
  onUse: (() => void) | null;
}) {
  const { label, field, value, id, onUse } = props;
  return (
    <div className="alternative-value">
      <dl id={id}>
        <dt>{label}</dt>
        <dd>{value === '' ? 'Nothing' : value}</dd>
      </dl>
      {onUse && (
        <button type="button" className="link" aria-label={`Use it: ${label} of ${field}`} onClick={onUse}>
          Use it
        </button>
      )}
    </div>
  );
}

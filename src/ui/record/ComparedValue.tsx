import './record.css';

/**
 * Another value of a field, shown below it with a button to use it: the published value, or the one that somebody else saved.
 * @param props.id id of the value, for the `aria-describedby` of the field
 * @param props.onUse null where the value cannot be copied into the field
 */
export function ComparedValue(props: {
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
        <button type="button" className="link" aria-label={`Use this value: ${label} of ${field}`} onClick={onUse}>
          Use this value
        </button>
      )}
    </div>
  );
}

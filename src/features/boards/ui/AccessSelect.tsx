/** Chooses whether somebody whom a board is shared with can edit it. */
export function AccessSelect(props: { label: string; mayEdit: boolean; onChange: (mayEdit: boolean) => void }) {
  const { label, mayEdit, onChange } = props;
  return (
    <select
      className="input share__access"
      aria-label={label}
      value={mayEdit ? 'edit' : 'view'}
      onChange={({ target }) => onChange(target.value === 'edit')}
    >
      <option value="view">Can view</option>
      <option value="edit">Can edit</option>
    </select>
  );
}

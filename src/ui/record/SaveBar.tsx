import '../table/table.css';
import './record.css';

/**
 * The sticky bar at the bottom of a record: the fields with unsaved changes, and the buttons to save or to reset them. Save has the
 * primary style only while there is something to save.
 * @param props.form id of the form
 * @param props.unsaved labels of the changed fields
 */
export function SaveBar(props: { form: string; unsaved: readonly string[]; saving: boolean; onReset: () => void }) {
  const { form, unsaved, saving, onReset } = props;
  const isUnsaved = unsaved.length > 0;
  return (
    <div className="save-bar no-print">
      <p className="save-bar__state" role="status">
        {isUnsaved && (
          <>
            <strong>
              <svg viewBox="0 0 12 12" aria-hidden>
                <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
                <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />
              </svg>
              Unsaved changes
            </strong>{' '}
            <span>{unsaved.join(', ')}</span>
          </>
        )}
      </p>
      <div className="save-bar__actions">
        <button
          type="button"
          className="button button--compact"
          aria-disabled={!isUnsaved || saving}
          onClick={() => isUnsaved && !saving && onReset()}
        >
          Reset
        </button>
        <button
          type="submit"
          form={form}
          className={`button button--compact save-bar__save ${isUnsaved ? 'button--primary' : ''}`}
          aria-disabled={saving}
        >
          {saving ? 'Saving…' : 'Save'}
        </button>
      </div>
    </div>
  );
}

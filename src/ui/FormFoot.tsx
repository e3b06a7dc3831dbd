/** The foot of a dialog that is a form: to send it, or to leave it. @param props.act what sending it does */
export function FormFoot({ act, busy, onCancel }: { act: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="dialog__foot">
      <button type="button" className="button button--quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button--primary" aria-disabled={busy}>
        {act}
      </button>
    </div>
  );
}

/** The foot of a dialog that is a form: to send it, or to leave it. @param props.act what sending it does */
export function DialogActions({
  submitLabel,
  busy,
  onCancel,
}: {
  submitLabel: string;
  busy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="dialog__foot">
      <button type="button" className="button button--quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button--primary" aria-disabled={busy}>
        {submitLabel}
      </button>
    </div>
  );
}

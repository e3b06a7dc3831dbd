/** The buttons of a dialog with a form: cancel and submit. */
export function DialogActions({
  submitLabel,
  busy,
  cancelLabel = 'Cancel',
  onCancel,
}: {
  submitLabel: string;
  busy: boolean;
  cancelLabel?: string;
  onCancel: () => void;
}) {
  return (
    <div className="dialog__foot">
      <button type="button" className="button button--quiet" onClick={onCancel}>
        {cancelLabel}
      </button>
      <button type="submit" className="button button--primary" aria-disabled={busy}>
        {submitLabel}
      </button>
    </div>
  );
}

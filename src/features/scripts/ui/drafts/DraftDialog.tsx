import { Dialog } from '../../../../ui/Dialog.tsx';

/** Asks whether a script that was read is a new draft of the one that is shown. */
export default function DraftDialog(props: {
  open: boolean;
  /** Of the script that was read. */
  title: string;
  onDraft: () => void;
  onOther: () => void;
  onClose: () => void;
}) {
  const { open, title, onDraft, onOther, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Is this a new draft?">
      <div className="dialog__body">
        <p>‘{title}’ was read.</p>
        <p>
          If it is a new draft of the script that is shown, your places and the locations that you have chosen for them
          stay, and you see what has changed. Another script begins anew: changes to the places that you have not saved
          are lost, but nothing on the board.
        </p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button" onClick={onOther}>
          Another script
        </button>
        <button type="button" className="button button--primary" onClick={onDraft}>
          New draft
        </button>
      </div>
    </Dialog>
  );
}

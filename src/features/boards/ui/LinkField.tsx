import { useId } from 'react';
import { Copy } from '../../../ui/icons.tsx';
import { useOrigin } from '../../../ui/useOrigin.ts';
import './share.css';

/**
 * The URL of a link, with a button that copies it.
 * @param props.buttonId element id of the button
 * @param props.onStatus called with what happened, for screen readers
 */
export function LinkField(props: {
  label: string;
  path: string;
  buttonId?: string;
  onStatus: (status: string) => void;
}) {
  const { label, path, buttonId, onStatus } = props;
  const id = useId();
  const url = useOrigin() + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      onStatus('The link was copied.');
    } catch {
      document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)?.select();
      onStatus('The link is selected. Copy it with the keyboard.');
    }
  };
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="share__link">
        <input id={id} className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" id={buttonId} className="button" onClick={() => void copy()}>
          <Copy />
          Copy link
        </button>
      </div>
    </div>
  );
}

import { downloadFile } from '../../../../ui/download-file.ts';
import { useToast } from '../../../../ui/toasts.tsx';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const toast = useToast();
  const text = `${codes.join('\n')}\n`;
  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">Keep your recovery codes</h3>
      <p>
        Each logs you in once if you lose your phone or key. We show them only now: keep them where your password is
        not, on paper or in a password manager.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form__actions">
        <button
          type="button"
          className="button"
          onClick={() => downloadFile({ name: 'recovery-codes.txt', content: new Blob([text]) })}
        >
          Download
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast({ text: 'The codes were copied.' }))}
        >
          Copy
        </button>
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
      </div>
    </section>
  );
}

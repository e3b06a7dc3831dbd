import { formatDateTime } from '../../../../platform/text/dates.ts';
import { splitAtUrls } from '../../../../platform/text/split-at-urls.ts';
import { Download } from '../../../../ui/table/icons.tsx';
import { useOrigin } from '../../../../ui/useOrigin.ts';
import { formatSize } from '../../../documents/schema.ts';
import type { EnquiryFile } from '../../files/schema.ts';
import './messages.css';

interface Message {
  readonly id: string;
  readonly author: string;
  readonly from_team: boolean;
  /** Of several conversations that are shown as one: who else has the message. */
  readonly audience?: string | undefined;
  readonly isNote?: boolean;
  readonly text: string;
  readonly quoted_text: string | null;
  readonly omitted_files: readonly string[];
  readonly created_at: string;
  readonly files: readonly EnquiryFile[];
}

/** Messages, oldest first, with buttons that download their files. The URLs of the site in them are links. */
export function MessageList(props: { messages: readonly Message[]; onDownload: (fileId: string) => void }) {
  const origin = useOrigin();
  return (
    <ol className="messages">
      {props.messages.map(
        ({ id, author, from_team, audience, isNote, text, quoted_text, omitted_files, created_at, files }) => (
          <li key={id} className={`message ${isNote ? 'message--note' : from_team ? 'message--team' : ''}`}>
            <p className="message__head">
              <strong>{author}</strong> {audience !== undefined && <span>{audience}</span>}{' '}
              <time className="muted" dateTime={created_at}>
                {formatDateTime(created_at)}
              </time>
            </p>
            <p className="message__text">
              {splitAtUrls(text, origin).map((each, index) =>
                each.isUrl ? (
                  <a key={index} className="link" href={each.text}>
                    {each.text}
                  </a>
                ) : (
                  each.text
                ),
              )}
            </p>
            {quoted_text !== null && (
              <details className="message__quote">
                <summary className="link">Show quoted text</summary>
                <p className="message__text muted">{quoted_text}</p>
              </details>
            )}
            {omitted_files.map((line) => (
              <p key={line} className="message__omitted">
                {line}
              </p>
            ))}
            {files.length > 0 && (
              <ul className="message__files">
                {files.map((file) => (
                  <li key={file.id}>
                    <button type="button" className="button button--compact" onClick={() => props.onDownload(file.id)}>
                      <Download small /> <span className="visually-hidden">Download </span>
                      {file.name} ({formatSize(file.bytes)})
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

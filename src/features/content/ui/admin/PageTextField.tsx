import { Suspense, lazy, useState, useSyncExternalStore } from 'react';
import { FieldError } from '../../../../ui/Field.tsx';
import { fieldId, useField } from './fields.tsx';

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'));

/** What a page may have, and the editor has no tools for: it would be lost there. */
const UNSUPPORTED_HTML = /<(?:table|caption|dl|dt|dd)\b|<h[23] id=/i;

/** The text of a page: formatted, or as the HTML that it is. */
export function PageTextField({ path }: { path: string }) {
  const { value, problem, set } = useField(path);
  const html = typeof value === 'string' ? value : '';
  const needsHtml = UNSUPPORTED_HTML.test(html);
  const [wantsHtml, setWantsHtml] = useState(false);
  // The editor needs a document, which there is only in the browser.
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const asHtml = needsHtml || wantsHtml;
  const id = fieldId(path);
  const change = (text: string) => set(text === '' ? null : text);
  return (
    <div className="field">
      <div className="field__name">
        <span className="rich-text__name" id={`${id}-name`}>
          Text
        </span>
        <button
          type="button"
          className="link text-button"
          aria-pressed={asHtml}
          aria-disabled={needsHtml}
          onClick={() => !needsHtml && setWantsHtml(!wantsHtml)}
        >
          Edit as HTML
        </button>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        {needsHtml
          ? 'It has a table or another part that only HTML can hold. What pages may not have is taken out as it is saved.'
          : 'The names of the site, the agency and how to reach it are filled in for {{site}}, {{agency}}, {{mailbox}} and {{telephone}}.'}
      </p>
      {asHtml ? (
        <textarea
          id={id}
          className="input rich-text__html"
          rows={18}
          spellCheck={false}
          value={html}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change(target.value)}
        />
      ) : (
        <Suspense fallback={<EditorPlaceholder />}>
          {isInBrowser ? (
            <RichTextEditor id={id} labelledBy={`${id}-name`} html={html} onChange={change} />
          ) : (
            <EditorPlaceholder />
          )}
        </Suspense>
      )}
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </div>
  );
}

/** Keeps the room of the editor while that is on its way. */
function EditorPlaceholder() {
  return <div className="rich-text rich-text--loading" />;
}

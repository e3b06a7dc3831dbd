import { Suspense, useState } from 'react';
import { useHydrated } from '@tanstack/react-router';
import { lazyPart } from '../../../../ui/LazyMount.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { getFieldId, useField } from './fields.tsx';

const RichTextEditor = lazyPart(() => import('./RichTextEditor.tsx'));

/** HTML that pages may contain but that the rich-text editor would remove. */
const UNSUPPORTED_HTML = /<(?:table|caption|dl|dt|dd)\b|<h[23] id=/i;

/** Reserves the space of the editor while it loads. */
const PLACEHOLDER = <div className="rich-text rich-text--loading" />;

/** The text of a page, in a rich-text editor or as HTML. */
export function PageTextField({ path }: { path: string }) {
  const { value, problem, set } = useField(path);
  const html = typeof value === 'string' ? value : '';
  const needsHtml = UNSUPPORTED_HTML.test(html);
  const [prefersHtml, setPrefersHtml] = useState(false);
  // The editor needs the DOM, so it is not rendered on the server.
  const isHydrated = useHydrated();
  const asHtml = needsHtml || prefersHtml;
  const id = getFieldId(path);
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
          onClick={() => !needsHtml && setPrefersHtml(!prefersHtml)}
        >
          Edit as HTML
        </button>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        {needsHtml
          ? 'This text has a table or other content that you can only edit as HTML. HTML that is not allowed is removed when you save.'
          : '{{site}}, {{agency}}, {{region}}, {{mailbox}} and {{telephone}} are replaced by the names of the site, the agency and the region, and the contact details of the agency.'}
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
        <Suspense fallback={PLACEHOLDER}>
          {isHydrated ? (
            <RichTextEditor id={id} labelledBy={`${id}-name`} html={html} onChange={change} />
          ) : (
            PLACEHOLDER
          )}
        </Suspense>
      )}
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </div>
  );
}

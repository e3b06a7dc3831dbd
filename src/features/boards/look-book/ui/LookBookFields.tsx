import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { FORMAT_LABELS } from '../messages.ts';
import { LOOK_BOOK_FORMATS, type LookBookSettings } from '../schema.ts';
import { LogoField } from './LogoField.tsx';
import '../../../../ui/form.css';
import '../../../../ui/checkbox.css';

/** Available choices. */
export const CONTENTS = [
  ['facts', 'Facts'],
  ['map', 'Maps'],
  ['notes', 'Notes of the board'],
  ['states', 'States and costs'],
  ['answers', 'Answers of guests'],
  ['refused', 'Locations that have refused, without pages of their own'],
  ['recce', 'Recce photographs, which guests do not see on the board'],
  ['preparedBy', 'Your name and email address'],
] as const;
/** A ZIP has photographs, and captions in a table. */
const NOT_IN_ZIP = new Set(['facts', 'map', 'preparedBy']);

/**
 * The settings of a look-book. Fields without a meaning for a format are not shown.
 * @param props.contents those of `CONTENTS` that the user sees
 */
export function LookBookFields(props: {
  api: Api;
  settings: LookBookSettings;
  contents: readonly (typeof CONTENTS)[number][];
  fieldErrors: Readonly<Partial<Record<string, string>>>;
  change: (changed: Partial<LookBookSettings>) => void;
}) {
  const { api, settings, contents, fieldErrors, change } = props;
  const hasPages = settings.format !== 'ZIP';
  return (
    <div>
      <Field id="look-book-title" label="Title" error={fieldErrors.title} registration={{}}>
        {(control) => (
          <input {...control} value={settings.title} onChange={(event) => change({ title: event.target.value })} />
        )}
      </Field>
      <fieldset className="look-book__choices">
        <legend>Format</legend>
        {LOOK_BOOK_FORMATS.map((format) => (
          <label key={format} className="choice">
            <input
              type="radio"
              name="format"
              checked={settings.format === format}
              onChange={() => change({ format })}
            />
            {FORMAT_LABELS[format]}
          </label>
        ))}
      </fieldset>
      {hasPages && (
        <>
          <Field id="look-book-subtitle" label="Line below the title" error={fieldErrors.subtitle} registration={{}}>
            {(control) => (
              <input
                {...control}
                value={settings.subtitle}
                onChange={(event) => change({ subtitle: event.target.value })}
              />
            )}
          </Field>
          <Field id="look-book-colour" label="Colour" error={undefined} registration={{}}>
            {(control) => (
              <input
                {...control}
                type="color"
                value={settings.colour}
                onChange={(event) => change({ colour: event.target.value })}
              />
            )}
          </Field>
          <LogoField api={api} isShown={settings.logo} onShown={(logo) => change({ logo })} />
        </>
      )}
      {hasPages && (
        <fieldset className="look-book__choices">
          <legend>Photographs on a page</legend>
          {([4, 1] as const).map((count) => (
            <label key={count} className="choice">
              <input
                type="radio"
                name="photographs"
                checked={settings.photographsPerPage === count}
                onChange={() => change({ photographsPerPage: count })}
              />
              {count === 1 ? 'One' : 'Four'}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="look-book__choices">
        <legend>Include</legend>
        {contents
          .filter(([name]) => hasPages || !NOT_IN_ZIP.has(name))
          .map(([name, label]) => (
            <label key={name} className="choice">
              <input
                type="checkbox"
                checked={settings[name]}
                onChange={(event) => change({ [name]: event.target.checked })}
              />
              {label}
            </label>
          ))}
      </fieldset>
    </div>
  );
}

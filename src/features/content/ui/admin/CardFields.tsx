import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import { TextField, useField } from './fields.tsx';

const NEW_CARD = { title: '', text: null, link: null, image: null };
const NEW_SLIDE = { ...NEW_CARD, category: null };
export const NEW_LINK = { label: '', href: '' };

/** The list of cards of a page. @param props.slides whether they are slides of the carousel, which have a category in place of a text */
export function CardFields({ path, slides = false }: { path: string; slides?: boolean }) {
  return (
    <ListField path={path} noun={slides ? 'Slide' : 'Card'} newItem={slides ? NEW_SLIDE : NEW_CARD} firstField="title">
      {(item) => (
        <>
          <TextField path={`${item}.title`} label="Title" />
          {slides ? (
            <TextField
              path={`${item}.category`}
              label="Category"
              hint="The slide shows the number of locations with this option."
              optional
            />
          ) : (
            <TextField path={`${item}.text`} label="Short text" rows={3} optional />
          )}
          <OptionalLink path={`${item}.link`} />
          <PictureField path={`${item}.image`} label="Picture" />
        </>
      )}
    </ListField>
  );
}

function OptionalLink({ path }: { path: string }) {
  const { value, set } = useField(path);
  if (!value) {
    return (
      <div>
        <button type="button" className="button button--compact" onClick={() => set(NEW_LINK)}>
          Add a link
        </button>
      </div>
    );
  }
  return (
    <div>
      <LinkFields path={path} />
      <button type="button" className="link text-button list-field-item__remove" onClick={() => set(null)}>
        Remove the link
      </button>
    </div>
  );
}

/** The label and the target of a link. */
export function LinkFields({ path }: { path: string }) {
  return (
    <div className="two">
      <TextField path={`${path}.label`} label="Link text" />
      <TextField path={`${path}.href`} label="Link to" />
    </div>
  );
}

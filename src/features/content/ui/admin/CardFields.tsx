import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import { TextField, useField } from './fields.tsx';

const BLANK = { title: '', text: null, link: null, image: null };
const BLANK_SLIDE = { ...BLANK, category: null };
const BLANK_LINK = { label: '', href: '' };

/** Cards of a page, in their order. @param props.slides whether they are those of the carousel, which name a category */
export function CardFields({ path, slides = false }: { path: string; slides?: boolean }) {
  return (
    <ListField path={path} noun={slides ? 'Slide' : 'Card'} blank={slides ? BLANK_SLIDE : BLANK} first="title">
      {(item) => (
        <>
          <TextField path={`${item}.title`} label="Title" />
          {slides ? (
            <TextField
              path={`${item}.category`}
              label="Category"
              hint="The option whose number of locations it shows."
              maybe
            />
          ) : (
            <TextField path={`${item}.text`} label="Words" rows={3} maybe />
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
        <button type="button" className="button button--compact" onClick={() => set(BLANK_LINK)}>
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

/** What a link is called and where it leads. */
export function LinkFields({ path }: { path: string }) {
  return (
    <div className="two">
      <TextField path={`${path}.label`} label="Link" />
      <TextField path={`${path}.href`} label="Leads to" />
    </div>
  );
}

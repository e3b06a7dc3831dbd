import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { editedFooterQuery, editedMenuQuery } from '../../editing/client.ts';
import { footerRoutes, menuRoutes } from '../../editing/contract.ts';
import type { FooterContent, MenuContent } from '../../schema.ts';
import { LinkFields, NEW_LINK } from './CardFields.tsx';
import { EditorLayout } from './EditorLayout.tsx';
import { ListField } from './ListField.tsx';
import { TextField } from './fields.tsx';
import { useContentEditor } from './useContentEditor.ts';

const NEW_GROUP = { title: '', links: [NEW_LINK] };

/** The editor of the menu. */
export function MenuEditor({ api }: { api: Api }) {
  const { data: menu } = useSuspenseQuery(editedMenuQuery(api));
  const editor = useContentEditor<MenuContent>(
    menu,
    { groups: [] },
    {
      load: () => api(menuRoutes.get, {}),
      save: (version, content) => api(menuRoutes.saveDraft, { version, content }),
      publish: (version) => api(menuRoutes.publish, { version }),
      discard: (version) => api(menuRoutes.discardDraft, { version }),
    },
  );
  return (
    <EditorLayout title="Menu" labels={{ groups: 'Groups' }} editor={editor} edited={menu}>
      <div className="record record--one">
        <section aria-labelledby="menu-groups">
          <h2 id="menu-groups">Groups of links</h2>
          <Groups path="groups" noun="Group" />
        </section>
      </div>
    </EditorLayout>
  );
}

/** The editor of the footer. */
export function FooterEditor({ api }: { api: Api }) {
  const { data: footer } = useSuspenseQuery(editedFooterQuery(api));
  const editor = useContentEditor<FooterContent>(
    footer,
    { strapline: '', columns: [], legal: [] },
    {
      load: () => api(footerRoutes.get, {}),
      save: (version, content) => api(footerRoutes.saveDraft, { version, content }),
      publish: (version) => api(footerRoutes.publish, { version }),
      discard: (version) => api(footerRoutes.discardDraft, { version }),
    },
  );
  const labels = { strapline: 'Strapline', columns: 'Columns', legal: 'Last line' };
  return (
    <EditorLayout title="Footer" labels={labels} editor={editor} edited={footer}>
      <div className="record">
        <section aria-labelledby="footer-columns">
          <h2 id="footer-columns">Columns of links</h2>
          <Groups path="columns" noun="Column" />
        </section>
        <section aria-labelledby="footer-rest">
          <h2 id="footer-rest">Strapline and last line</h2>
          <TextField path="strapline" label="Strapline" hint="Below the logo." rows={2} optional emptyValue="" />
          <h3 className="label editor__label">Links in the last line</h3>
          <Links path="legal" />
        </section>
      </div>
    </EditorLayout>
  );
}

function Groups({ path, noun }: { path: string; noun: string }) {
  return (
    <ListField path={path} noun={noun} newItem={NEW_GROUP} firstField="title">
      {(group, title) => (
        <fieldset className="editor__group">
          <legend className="visually-hidden">{title}</legend>
          <TextField path={`${group}.title`} label="Title" />
          <Links path={`${group}.links`} />
        </fieldset>
      )}
    </ListField>
  );
}

function Links({ path }: { path: string }) {
  return (
    <ListField path={path} noun="Link" newItem={NEW_LINK} firstField="label" row>
      {(link) => <LinkFields path={link} />}
    </ListField>
  );
}

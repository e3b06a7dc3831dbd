import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { removeCached } from '../../../../platform/http/remove-cached.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY, editedPageQuery } from '../../editing/client.ts';
import { deletePage, discardPageDraft, getEditedPage, publishPage, savePageDraft } from '../../editing/contract.ts';
import type { EditedPageContent } from '../../editing/schema.ts';
import { PAGE_LABELS } from '../../editing/labels.ts';
import { FRAME_ORIGINS } from '../../schema.ts';
import { CardFields } from './CardFields.tsx';
import { EditorLayout } from './EditorLayout.tsx';
import { PictureField } from './PictureField.tsx';
import { OptionalSection, CollapsibleSection } from './CollapsibleSection.tsx';
import { PageTextField } from './PageTextField.tsx';
import { TextField, CheckboxField, useField } from './fields.tsx';
import { type Editor, useContentEditor } from './useContentEditor.ts';

/** The editor of a page. */
export function PageEditor({ api, name }: { api: Api; name: string }) {
  const { data: page } = useSuspenseQuery(editedPageQuery(api, name));
  const content = (page.draft ?? page.published)!;
  const editor = useContentEditor<EditedPageContent>(page, content, {
    load: () => api(getEditedPage, { name }),
    save: (version, content) => api(savePageDraft, { name, version, content }),
    publish: (version) => api(publishPage, { name, version }),
    discard: (version) => api(discardPageDraft, { name, version }),
  });
  return (
    <EditorLayout
      title={page.title}
      facts={page.system ? <span>System page</span> : <span className="num">/{name}</span>}
      labels={PAGE_LABELS}
      editor={editor}
      edited={page}
      actions={!page.system && <DeletePage api={api} name={name} editor={editor} />}
    >
      <div className="record">
        <section aria-labelledby="page-text">
          <h2 id="page-text">The page</h2>
          <TextField path="title" label="Title" />
          <TextField
            path="description"
            label="Description"
            hint="Shown in search engines and on social media."
            rows={2}
            optional
          />
          <PageTextField path="content" />
        </section>
        <section aria-label="Sections of the page" className="editor__sections">
          <PageSections />
        </section>
      </div>
    </EditorLayout>
  );
}

const NEW_BLOCK = { title: '', text: '', button: 'Contact us' };

function PageSections() {
  return (
    <>
      <OptionalSection
        path="banner"
        title="Banner"
        newValue={{ image: null, title: '', caption: null, searchLabel: null, hasEffect: false }}
        description="The picture at the top of the page. A page without a picture shows that of a featured location."
      >
        <TextField path="banner.title" label="Title" />
        <TextField path="banner.caption" label="Caption" hint="Where the picture was taken." optional />
        <TextField path="banner.searchLabel" label="Label of the search box" hint="On the home page." optional />
        <CheckboxField path="banner.hasEffect" label="Show viewfinder brackets on the picture" />
        <PictureField path="banner.image" label="Picture of the banner" />
      </OptionalSection>
      <EmbeddedPage />
      <OptionalSection
        path="contact"
        title="Contact"
        newValue={{ title: '', text: '', telephone: '{{telephone}}', email: '{{mailbox}}' }}
        description="How to reach the Locations Team."
      >
        <TextField path="contact.title" label="Title" />
        <TextField path="contact.text" label="Short text" rows={2} optional emptyValue="" />
        <div className="two">
          <TextField path="contact.telephone" label="Telephone" />
          <TextField path="contact.email" label="Email" />
        </div>
      </OptionalSection>
      {(['enquire', 'footerEnquire'] as const).map((path) => (
        <OptionalSection
          key={path}
          path={path}
          title={PAGE_LABELS[path]}
          newValue={NEW_BLOCK}
          description="A short text and a button that opens the enquiry form."
        >
          <TextField path={`${path}.title`} label="Title" />
          <TextField path={`${path}.text`} label="Short text" rows={3} optional emptyValue="" />
          <TextField path={`${path}.button`} label="Button" />
        </OptionalSection>
      ))}
      {(['cards', 'panelCards'] as const).map((path) => (
        <CardSection key={path} path={path} />
      ))}
      <OptionalSection
        path="carousel"
        title="Carousel"
        newValue={{ title: '', slides: [] }}
        description="A row of pictures with links to searches, on the home page."
      >
        <TextField path="carousel.title" label="Title" />
        <CardFields path="carousel.slides" slides />
      </OptionalSection>
    </>
  );
}

function CardSection({ path }: { path: 'cards' | 'panelCards' }) {
  const { value } = useField(path);
  const count = (value as readonly unknown[]).length;
  return (
    <CollapsibleSection path={path} title={PAGE_LABELS[path]} summary={count === 0 ? 'None' : String(count)}>
      <CardFields path={path} />
    </CollapsibleSection>
  );
}

function EmbeddedPage() {
  const { value } = useField('externalUrl');
  return (
    <CollapsibleSection path="externalUrl" title="Embedded page" summary={typeof value === 'string' ? value : 'None'}>
      <TextField
        path="externalUrl"
        label="Address"
        hint={`A page of ${FRAME_ORIGINS.map((origin) => origin.replace('https://', '')).join(', ')}, shown in a frame.`}
        optional
      />
      <div className="two">
        <TextField path="externalContentWidth" label="Width" hint="Such as 100% or 640px." />
        <TextField path="externalContentHeight" label="Height" hint="Such as 450px." />
      </div>
    </CollapsibleSection>
  );
}

function DeletePage({ api, name, editor }: { api: Api; name: string; editor: Editor<EditedPageContent> }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  const remove = async () => {
    await editor.reloadOnConflict(() => api(deletePage, { name, version: editor.server.version }));
    editor.allowLeaving();
    toast({ text: 'The page has been deleted.' });
    await router.navigate({ href: '/admin/content' });
    removeCached(queryClient, { queryKey: [...CONTENT_KEY, 'page', name] });
    await queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
  };
  return (
    <>
      <button type="button" className="button button--compact button--danger" onClick={() => setConfirming(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Delete this page?"
        confirmLabel="Delete page"
        onConfirm={remove}
      >
        <p>
          The page at /{name} and its draft will be deleted. Links to it in the menu, the footer and other pages are not
          removed, and will no longer work.
        </p>
      </ConfirmDialog>
    </>
  );
}

import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Bin, Pencil, Plus } from '../../../../ui/icons.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { deleteTemplateMutation, templatesQuery } from '../../review/client.ts';
import { BACK_TO_QUEUE, hasBeenDeleted } from '../../messages.ts';
import type { ReasonTemplate } from '../../review/schema.ts';
import { TemplateDialog } from './TemplateDialog.tsx';
import './reason-templates.css';

type OpenDialog =
  | { readonly action: 'add' }
  | { readonly action: 'change' | 'delete'; readonly template: ReasonTemplate };

/** The page with the texts that the Locations Team uses as reasons again and again. */
export function ReasonTemplates({ api }: { api: Api }) {
  const { data: templates } = useSuspenseQuery(templatesQuery(api));
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: '/admin/review', label: BACK_TO_QUEUE }}>
        <button type="button" className="button button--compact" onClick={() => setOpenDialog({ action: 'add' })}>
          <Plus small />
          Add a template
        </button>
      </RecordBar>
      <RecordTitle title="Templates of reasons">
        <span>Texts to insert when you return a location to its owner</span>
      </RecordTitle>
      <ul className="reason-templates">
        {templates.map((template) => (
          <li key={template.id}>
            <div>
              <h2>{template.title}</h2>
              <p>{template.text}</p>
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={`Change ${template.title}`}
              onClick={() => setOpenDialog({ action: 'change', template })}
            >
              <Pencil />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete ${template.title}`}
              onClick={() => setOpenDialog({ action: 'delete', template })}
            >
              <Bin />
            </button>
          </li>
        ))}
      </ul>
      {templates.length === 0 && (
        <p className="muted reason-templates__empty">
          There are no templates yet. Add the texts that you write to owners again and again, such as a request for more
          photographs.
        </p>
      )}
      <TemplateDialog
        api={api}
        template={openDialog?.action === 'change' ? openDialog.template : undefined}
        open={openDialog?.action === 'add' || openDialog?.action === 'change'}
        onClose={close}
      />
      <DeleteTemplateDialog
        api={api}
        template={openDialog?.action === 'delete' ? openDialog.template : undefined}
        onClose={close}
      />
    </main>
  );
}

function DeleteTemplateDialog(props: { api: Api; template: ReasonTemplate | undefined; onClose: () => void }) {
  const { api, template, onClose } = props;
  const toast = useToast();
  const deleting = useMutation(deleteTemplateMutation(api));
  return (
    <ConfirmDialog
      open={template !== undefined}
      onClose={onClose}
      title={`Delete “${template?.title ?? ''}”?`}
      confirmLabel="Delete template"
      onConfirm={async () => {
        if (!template) return;
        await deleting.mutateAsync({ id: template.id, version: template.version });
        toast({ text: hasBeenDeleted(template.title) });
      }}
    >
      <p>Reasons that owners have already read stay as they are.</p>
    </ConfirmDialog>
  );
}

import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TemplatesPage } from '../../../../ui/templates/TemplatesPage.tsx';
import {
  addTemplateMutation,
  deleteTemplateMutation,
  templatesQuery,
  updateTemplateMutation,
} from '../../templates/client.ts';
import { PLACEHOLDERS, templateForm } from '../../templates/schema.ts';
import { ENQUIRY_LIST } from './enquiry-list.tsx';

/** The page with the texts that answers start from. */
export function AnswerTemplates({ api }: { api: Api }) {
  const client = useQueryClient();
  const { data: templates } = useSuspenseQuery(templatesQuery(api));
  const add = useMutation(addTemplateMutation(api));
  const update = useMutation(updateTemplateMutation(api));
  const deletion = useMutation(deleteTemplateMutation(api));
  return (
    <TemplatesPage
      back={{ href: ENQUIRY_LIST.path, label: 'Back to enquiries' }}
      title="Templates of answers"
      description="Texts to insert when you answer an enquiry"
      templates={templates}
      whenEmpty="Add the texts that you write to senders again and again, such as how to get a permit."
      schema={templateForm}
      nameHint="Senders do not see it."
      textHint={`${PLACEHOLDERS.join(', ')} stand for the name, the reference and the locations of an enquiry.`}
      onSave={(values, template) =>
        template
          ? update.mutateAsync({ id: template.id, version: template.version, ...values })
          : add.mutateAsync(values)
      }
      refresh={() => client.invalidateQueries(templatesQuery(api))}
      onDelete={({ id, version }) => deletion.mutateAsync({ id, version })}
      deletionNote="Answers that were sent stay as they are."
    />
  );
}

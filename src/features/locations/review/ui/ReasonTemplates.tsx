import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { TemplatesPage } from '../../../../ui/templates/TemplatesPage.tsx';
import { addTemplateMutation, changeTemplateMutation, deleteTemplateMutation, templatesQuery } from '../client.ts';
import { templateForm } from '../schema.ts';

const form = z.object({ name: templateForm.shape.title, text: templateForm.shape.text });

/** The page with the texts that the Locations Team uses as reasons again and again. */
export function ReasonTemplates({ api }: { api: Api }) {
  const client = useQueryClient();
  const templates = useSuspenseQuery(templatesQuery(api)).data;
  const add = useMutation(addTemplateMutation(api));
  const change = useMutation(changeTemplateMutation(api));
  const deletion = useMutation(deleteTemplateMutation(api));
  return (
    <TemplatesPage
      back={{ href: '/admin/review', label: 'Back to review' }}
      title="Templates of reasons"
      description="Texts to insert when you return a location to its owner"
      templates={templates.map(({ title, ...template }) => ({ ...template, name: title }))}
      whenEmpty="Add the texts that you write to owners again and again, such as a request for more photographs."
      schema={form}
      nameHint="Owners do not see it."
      onSave={({ name: title, text }, template) =>
        template
          ? change.mutateAsync({ id: template.id, version: template.version, title, text })
          : add.mutateAsync({ title, text })
      }
      refresh={() => client.invalidateQueries(templatesQuery(api))}
      onDelete={({ id, version }) => deletion.mutateAsync({ id, version })}
      deletionNote="Reasons that owners have already read stay as they are."
    />
  );
}

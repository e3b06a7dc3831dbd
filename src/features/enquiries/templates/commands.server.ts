import { createTemplateCommands } from '../../locations/review/templates.commands.server.ts';
import { templateLimit } from './messages.ts';

/** Templates of answers of the site. */
export const MAX_ANSWER_TEMPLATES = 100;

export const { addTemplate, changeTemplate, deleteTemplate } = createTemplateCommands({
  table: 'enquiry_templates',
  name: 'name',
  max: MAX_ANSWER_TEMPLATES,
  limit: templateLimit,
  changed: 'ENQUIRY_TEMPLATES_CHANGED',
});

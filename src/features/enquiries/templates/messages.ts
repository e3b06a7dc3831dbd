export const ENTER_TEMPLATE_NAME = 'Enter a name for the template.';
export const ENTER_TEMPLATE_TEXT = 'Enter the text of the answer.';
export const TEMPLATE_SAVED = 'Template saved';
export const TEMPLATE_DELETED = 'Template deleted';
export const templateLimit = (max: number) => `There can be at most ${max} templates. Delete one to add another.`;

import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { picture } from '../../media/schema.ts';
import { footerContent, menuContent, pageContent } from '../schema.ts';
import {
  edited,
  editedPage,
  footerFields,
  listedContent,
  menuFields,
  pageFields,
  pageName,
  uploadedPicture,
} from './schema.ts';
import { ENTER_PAGE_TITLE } from '../messages.ts';

const page = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
});
/** The version that the caller expects, in a body. */
const version = z.object({ version: expectedVersion });
/** The same in a query string. */
const versionInQuery = z.object({ version: expectedVersionInQuery });

export const listContent = route('GET', '/content', {
  summary: 'Lists all pages, and when pages, the menu and the footer were last saved as drafts',
  access: 'content.edit',
  output: listedContent,
});

export const exportPages = route('GET', '/content/export', {
  summary: 'Exports the list of pages as CSV',
  access: 'content.edit',
  ...CSV,
});

export const createPage = route('POST', '/content/pages', {
  summary: 'Creates a page as a draft',
  access: 'content.edit',
  input: z.object({ name: pageName, title: singleLine.min(1, ENTER_PAGE_TITLE).max(150) }),
  output: editedPage,
  created: '/content/pages/{name}',
  limit: ADDING_RATE,
});

export const getEditedPage = route('GET', '/content/pages/{name}', {
  summary: 'Returns the published version and the draft of a page',
  access: 'content.edit',
  input: page,
  output: editedPage,
});

export const savePageDraft = route('PUT', '/content/pages/{name}', {
  summary: 'Saves the draft of a page. Returns 409 if the version is outdated',
  access: 'content.edit',
  input: page.extend({ ...version.shape, content: pageFields }),
  output: editedPage,
});

export const publishPage = route('POST', '/content/pages/{name}/publish', {
  summary: 'Publishes the draft of a page',
  access: 'content.edit',
  input: page.extend(version.shape),
  output: editedPage,
  limit: ADDING_RATE,
});

export const discardPageDraft = route('DELETE', '/content/pages/{name}/draft', {
  summary: 'Deletes the draft of a page, and with it a page that was never published',
  access: 'content.edit',
  input: page.extend(versionInQuery.shape),
});

export const deletePage = route('DELETE', '/content/pages/{name}', {
  summary: 'Deletes a page and its draft. System pages cannot be deleted',
  access: 'content.edit',
  input: page.extend(versionInQuery.shape),
});

export const getPagePreview = route('GET', '/content/pages/{name}/preview', {
  summary: 'Returns a page as it would be if its draft were published',
  access: 'content.edit',
  input: page,
  output: pageContent,
});

/** Routes that edit the menu or the footer. */
export function navigationRoutes<Fields extends z.ZodType, Edited extends z.ZodType>(
  name: 'menu' | 'footer',
  fields: Fields,
  output: Edited,
) {
  return {
    get: route('GET', `/content/${name}`, {
      summary: `Returns the published version and the draft of the ${name}`,
      access: 'content.edit',
      input: z.object({}),
      output,
    }),
    saveDraft: route('PUT', `/content/${name}`, {
      summary: `Saves the draft of the ${name}`,
      access: 'content.edit',
      input: version.extend({ content: fields }),
      output,
    }),
    publish: route('POST', `/content/${name}/publish`, {
      summary: `Publishes the draft of the ${name}`,
      access: 'content.edit',
      input: version,
      output,
      limit: ADDING_RATE,
    }),
    discardDraft: route('DELETE', `/content/${name}/draft`, {
      summary: `Deletes the draft of the ${name}`,
      access: 'content.edit',
      input: versionInQuery,
      output: z.void(),
    }),
  };
}

export const menuRoutes = navigationRoutes('menu', menuFields, edited(menuContent));
export const footerRoutes = navigationRoutes('footer', footerFields, edited(footerContent));

export const contentPictures = route('GET', '/content/pictures', {
  summary: 'Lists the pictures used by pages and their drafts',
  access: 'content.edit',
  output: z.array(picture),
});

export const addContentPicture = route('POST', '/content/pictures', {
  summary: 'Uploads a picture for a page: JPEG, PNG or WebP. It is deleted after a day unless a saved draft uses it',
  access: 'content.edit',
  output: uploadedPicture,
  body: 'bytes',
  limit: { calls: 60, seconds: 600 },
  created: '/content/pictures/{id}',
});

export const contentPictureById = route('GET', '/content/pictures/{id}', {
  summary: 'Returns the processing state of a picture that the caller has uploaded',
  access: 'content.edit',
  input: z.object({ id: z.uuid() }),
  output: uploadedPicture,
});

import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { singleLine } from '../../../platform/field-schemas.ts';
import { picture } from '../../media/schema.ts';
import { pageContent } from '../schema.ts';
import {
  editedFooter,
  editedMenu,
  editedPage,
  footerFields,
  listedPage,
  menuFields,
  pageFields,
  pageName,
  sentPicture,
} from './schema.ts';
import { ENTER_PAGE_TITLE } from '../messages.ts';

const page = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
});
/** Which state of it the caller has seen. */
const seen = z.object({ version: expectedVersion });
/** The same where it is part of an address. */
const seenInQuery = z.object({ version: expectedVersionInQuery });

export const contentList = route({
  method: 'GET',
  path: '/content',
  summary: 'What the Locations Team can edit: every page, the menu and the footer, and what of it is not published yet',
  access: 'content.edit',
  input: z.object({}),
  output: z.object({
    pages: z.array(listedPage),
    menuDraftAt: z.string().nullable(),
    footerDraftAt: z.string().nullable(),
  }),
});

export const exportPages = route({
  method: 'GET',
  path: '/content/export',
  summary: 'Every page and what of it is not published yet, as CSV',
  access: 'content.edit',
  input: z.object({}),
  ...CSV,
});

export const createPage = route({
  method: 'POST',
  path: '/content/pages',
  summary: 'Begins a page, which stays a draft until it is published',
  access: 'content.edit',
  input: z.object({
    name: pageName,
    title: singleLine.min(1, ENTER_PAGE_TITLE).max(150),
  }),
  output: editedPage,
});

export const pageToEdit = route({
  method: 'GET',
  path: '/content/pages/{name}',
  summary: 'A page with what is published and what is drafted of it',
  access: 'content.edit',
  input: page,
  output: editedPage,
});

export const savePageDraft = route({
  method: 'PUT',
  path: '/content/pages/{name}',
  summary: 'Saves the draft of a page; a conflict if somebody saved or published it since',
  access: 'content.edit',
  input: page.extend({ ...seen.shape, content: pageFields }),
  output: editedPage,
});

export const publishPage = route({
  method: 'POST',
  path: '/content/pages/{name}/publish',
  summary: 'Makes the draft of a page public',
  access: 'content.edit',
  input: page.extend(seen.shape),
  output: editedPage,
});

export const discardPageDraft = route({
  method: 'DELETE',
  path: '/content/pages/{name}/draft',
  summary: 'Forgets the draft of a page; one that was never published is gone then',
  access: 'content.edit',
  input: page.extend(seenInQuery.shape),
  output: z.void(),
});

export const deletePage = route({
  method: 'DELETE',
  path: '/content/pages/{name}',
  summary: 'Deletes a page of the agency’s own, with its draft',
  access: 'content.edit',
  input: page.extend(seenInQuery.shape),
  output: z.void(),
});

export const previewPage = route({
  method: 'GET',
  path: '/content/pages/{name}/preview',
  summary: 'A page as everyone would see it if its draft were published',
  access: 'content.edit',
  input: page,
  output: pageContent,
});

export const menuToEdit = route({
  method: 'GET',
  path: '/content/menu',
  summary: 'The menu, with what is published and what is drafted of it',
  access: 'content.edit',
  input: z.object({}),
  output: editedMenu,
});

export const saveMenuDraft = route({
  method: 'PUT',
  path: '/content/menu',
  summary: 'Saves the draft of the menu',
  access: 'content.edit',
  input: seen.extend({ content: menuFields }),
  output: editedMenu,
});

export const publishMenu = route({
  method: 'POST',
  path: '/content/menu/publish',
  summary: 'Makes the draft of the menu public',
  access: 'content.edit',
  input: seen,
  output: editedMenu,
});

export const discardMenuDraft = route({
  method: 'DELETE',
  path: '/content/menu/draft',
  summary: 'Forgets the draft of the menu',
  access: 'content.edit',
  input: seenInQuery,
  output: z.void(),
});

export const footerToEdit = route({
  method: 'GET',
  path: '/content/footer',
  summary: 'The footer, with what is published and what is drafted of it',
  access: 'content.edit',
  input: z.object({}),
  output: editedFooter,
});

export const saveFooterDraft = route({
  method: 'PUT',
  path: '/content/footer',
  summary: 'Saves the draft of the footer',
  access: 'content.edit',
  input: seen.extend({ content: footerFields }),
  output: editedFooter,
});

export const publishFooter = route({
  method: 'POST',
  path: '/content/footer/publish',
  summary: 'Makes the draft of the footer public',
  access: 'content.edit',
  input: seen,
  output: editedFooter,
});

export const discardFooterDraft = route({
  method: 'DELETE',
  path: '/content/footer/draft',
  summary: 'Forgets the draft of the footer',
  access: 'content.edit',
  input: seenInQuery,
  output: z.void(),
});

export const contentPictures = route({
  method: 'GET',
  path: '/content/pictures',
  summary: 'The pictures that pages or their drafts show',
  access: 'content.edit',
  input: z.object({}),
  output: z.array(picture),
});

export const addContentPicture = route({
  method: 'POST',
  path: '/content/pictures',
  summary: 'Takes a picture for a page: JPEG, PNG or WebP. It is kept for good once a draft that shows it is saved',
  access: 'content.edit',
  input: z.object({}),
  output: sentPicture,
  body: 'bytes',
  limit: { calls: 60, seconds: 600 },
});

export const contentPictureById = route({
  method: 'GET',
  path: '/content/pictures/{id}',
  summary: 'What has become of a picture that the caller has sent for a page',
  access: 'content.edit',
  input: z.object({ id: z.uuid() }),
  output: sentPicture,
});

import type { Feature } from '../../platform/feature/feature.ts';
import { editedPage, pageFields, uploadedPicture } from './editing/schema.ts';
import { footerContent, menuContent, pageContent, siteContent } from './schema.ts';

export const contentFeature: Feature = {
  schemas: {
    Footer: footerContent,
    Menu: menuContent,
    Page: pageContent,
    PageDraft: editedPage,
    PageFields: pageFields,
    Site: siteContent,
    UploadedPicture: uploadedPicture,
  },
  examples: { 'GET /pages/{name}': { input: { name: 'about' } } },
};

import type { Tag } from '../../platform/http/openapi.ts';

/** The groups of calls in the API description, in its order. The manifests of the features say which calls they contain. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Search',
    description: 'Search the published locations by words, filters, place and map. No account is needed.',
  },
  { name: 'Boards', description: 'Collections of locations: create, fill, share, archive.' },
  { name: 'Images and documents', description: 'The images of a location, sent in chunks, and its documents.' },
  {
    name: 'Own locations',
    description: 'Register locations and change them: drafts, contacts, submission, requests of the Locations Team.',
  },
  {
    name: 'Publishing and review',
    description: 'Publish locations, take them offline, review what owners submit, change owners, merge duplicates.',
  },
  {
    name: 'Back office: locations',
    description: 'All locations with their internal fields and history; exports and changes of many locations at once.',
  },
  { name: 'Imports', description: 'Import locations from CSV and XLSX files.' },
  { name: 'Enquiries', description: 'Send an enquiry, and work on enquiries as cases.' },
  { name: 'Content', description: 'Pages, menu and footer of the site, their drafts and versions.' },
  {
    name: 'Accounts and sessions',
    description: 'Register, log in, and change your own profile. Service tokens cannot be used here.',
  },
  { name: 'Users', description: 'The accounts of the site, for the Locations Team.' },
  { name: 'Service tokens', description: 'Credentials for programs that call the API.' },
  {
    name: 'Settings of the search and of lists',
    description: 'Synonyms, pinned results, options of fields, saved views.',
  },
  { name: 'Operation', description: 'Overview, notifications, audit log, failed work, maintenance.' },
  { name: 'Health', description: 'Checks for load balancers and monitoring.' },
];

import type { Tag } from '../../platform/http/openapi.ts';

/** The groups of calls in the API description, in its order, by the tag in the manifests of the features. */
export const TAGS: Readonly<Record<string, Tag>> = {
  search: {
    name: 'Search',
    description: 'Search the published locations by words, filters, place and map. No account is needed.',
  },
  boards: { name: 'Boards', description: 'Collections of locations: create, fill, share, archive.' },
  files: { name: 'Images and documents', description: 'The images of a location, sent in chunks, and its documents.' },
  'own-locations': {
    name: 'Own locations',
    description: 'Register locations and change them: drafts, contacts, submission, requests of the Locations Team.',
  },
  review: {
    name: 'Publishing and review',
    description: 'Publish locations, take them offline, review what owners submit, change owners, merge duplicates.',
  },
  locations: {
    name: 'Back office: locations',
    description: 'All locations with their internal fields and history; exports and changes of many locations at once.',
  },
  imports: { name: 'Imports', description: 'Import locations from CSV and XLSX files.' },
  enquiries: { name: 'Enquiries', description: 'Send an enquiry, and work on enquiries as cases.' },
  companies: {
    name: 'Companies and people',
    description: 'The companies and people that the agency deals with: lists, changes, history, merging.',
  },
  productions: {
    name: 'Productions',
    description: 'Productions with their contacts, enquiries, locations and timeline.',
  },
  viewings: {
    name: 'Viewings',
    description: 'Days on which people of a production visit locations, the answers of owners, and itineraries.',
  },
  'call-outs': {
    name: 'Call-outs',
    description:
      'What a production looks for, sent to owners of matching locations and to film offices; their answers.',
  },
  impact: {
    name: 'Impact',
    description: 'What productions have brought to the region, the formulas of estimates, and surveys after the wrap.',
  },
  content: { name: 'Content', description: 'Pages, menu and footer of the site, their drafts and versions.' },
  accounts: {
    name: 'Accounts and sessions',
    description: 'Register, log in, and change your own profile. Service tokens cannot be used here.',
  },
  users: { name: 'Users', description: 'The accounts of the site, for the Locations Team.' },
  'service-tokens': { name: 'Service tokens', description: 'Credentials for programs that call the API.' },
  settings: {
    name: 'Settings of the search and of lists',
    description: 'Synonyms, pinned results, options of fields, saved views.',
  },
  operation: { name: 'Operation', description: 'Overview, notifications, audit log, failed work, maintenance.' },
  health: { name: 'Health', description: 'Checks for load balancers and monitoring.' },
};

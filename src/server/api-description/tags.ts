import type { Tag } from '../../platform/http/openapi.ts';

/** The groups of calls in the API description. The first one that matches a path is its group. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Search',
    description: 'Search the published locations by words, filters, place and map. No account is needed.',
    methods: ['GET'],
    paths: /^\/locations($|\/(markers|suggestions|places|featured|counts|fields|by-url)\b|\/\{id\}\/similar$)/,
  },
  {
    name: 'Boards',
    description: 'Collections of locations: create, fill, share, archive.',
    paths: /^\/(boards|user\/.*board|users\/\{id\}\/boards)/,
  },
  {
    name: 'Images and documents',
    description: 'The images of a location, sent in chunks, and its documents.',
    paths: /^\/locations\/\{id\}\/(images|uploads|documents)/,
  },
  {
    name: 'Own locations',
    description: 'Register locations and change them: drafts, contacts, submission, requests of the Locations Team.',
    paths:
      /^\/(user\/location|locations$|locations\/(geocode|similar)|locations\/\{id\}(\/(draft|preview|contacts|tasks).*)?$)/,
  },
  {
    name: 'Publishing and review',
    description: 'Publish locations, take them offline, review what owners submit, change owners, merge duplicates.',
    paths: /^\/(locations\/\{id\}\/|admin\/(reviews|duplicates)|reason-templates|reviews)/,
  },
  {
    name: 'Back office: locations',
    description: 'All locations with their internal fields and history; exports and changes of many locations at once.',
    paths: /^\/(admin\/(locations|bulk-changes)|users\/\{id\}\/locations)/,
  },
  { name: 'Imports', description: 'Import locations from CSV and XLSX files.', paths: /^\/admin\/imports/ },
  {
    name: 'Enquiries',
    description: 'Send an enquiry, and work on enquiries as cases.',
    paths: /^\/(enquir|verification)/,
  },
  {
    name: 'Content',
    description: 'Pages, menu and footer of the site, their drafts and versions.',
    paths: /^\/(pages|menu|footer|site|content)/,
  },
  {
    name: 'Accounts and sessions',
    description: 'Register, log in, and change your own profile. Service tokens cannot be used here.',
    paths:
      /^\/(session|single-sign-on|login|logout|register|forgot-password|reset-password|verify-email|resend-verification|profile|data-exports|second-factors|user\/(sessions|password)|users\/\{id\}\/(second-factors|single-sign-on))/,
  },
  {
    name: 'Users',
    description: 'The accounts of the site, for the Locations Team.',
    paths: /^\/users/,
  },
  {
    name: 'Service tokens',
    description: 'Credentials for programs that call the API.',
    paths: /^\/api-tokens/,
  },
  {
    name: 'Settings of the search and of lists',
    description: 'Synonyms, pinned results, options of fields, saved views.',
    paths: /^\/(search-|options|film-office-areas|lists|list-views)/,
  },
  {
    name: 'Operation',
    description: 'Overview, notifications, audit log, failed work, maintenance.',
    paths: /^\/(overview|notifications|audit-logs|operations|maintenance)/,
  },
  { name: 'Health', description: 'Checks for load balancers and monitoring.', paths: /^\/(health|ready)$/ },
];

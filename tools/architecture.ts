import path from 'node:path';
import { PERMISSIONS, ROLE_NAMES } from '../src/features/accounts/permissions.ts';
import type { Database } from '../src/platform/db/tables.ts';
import { type Import, findCycles, entryGraph, fileGraph, imports, isTest, sources } from './import-graph.ts';

/** Layers. Each may import those after it. */
const LAYERS = ['server', 'app', 'features', 'ui', 'platform'] as const;

/** Which feature may import which. */
const FEATURE_EDGES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['audit-log', 'geography', 'notifications', 'proof-of-work'],
  'audit-log': ['entry-subjects'],
  availability: ['accounts', 'audit-log', 'locations'],
  boards: [
    'accounts',
    'audit-log',
    'availability',
    'consents',
    'documents',
    'geography',
    'locations',
    'media',
    'notifications',
    'proof-of-work',
    'search',
  ],
  'call-outs': ['accounts', 'audit-log', 'boards', 'enquiries', 'locations', 'media', 'productions', 'search'],
  companies: ['accounts', 'audit-log', 'entry-subjects', 'geography'],
  consents: ['geography', 'locations'],
  content: ['accounts', 'audit-log', 'geography', 'locations', 'media', 'entry-subjects'],
  documents: ['accounts', 'audit-log', 'locations'],
  duplicates: ['audit-log', 'geography', 'locations', 'media', 'search', 'entry-subjects'],
  enquiries: [
    'accounts',
    'audit-log',
    'availability',
    'boards',
    'documents',
    'geography',
    'locations',
    'media',
    'proof-of-work',
    'search',
    'entry-subjects',
  ],
  geography: [],
  impact: [
    'accounts',
    'audit-log',
    'boards',
    'companies',
    'enquiries',
    'entry-subjects',
    'geography',
    'locations',
    'productions',
  ],
  'import-export': [
    'accounts',
    'audit-log',
    'documents',
    'duplicates',
    'geography',
    'locations',
    'media',
    'search',
    'entry-subjects',
  ],
  'api-tokens': ['accounts', 'audit-log', 'operations', 'entry-subjects'],
  'list-views': ['accounts', 'audit-log'],
  locations: ['accounts', 'audit-log', 'geography', 'media', 'notifications', 'entry-subjects'],
  media: ['accounts', 'geography'],
  notifications: ['entry-subjects'],
  operations: ['audit-log'],
  overview: ['accounts', 'enquiries', 'geography', 'locations', 'search'],
  productions: [
    'accounts',
    'audit-log',
    'boards',
    'companies',
    'enquiries',
    'geography',
    'locations',
    'search',
    'entry-subjects',
  ],
  scripts: ['accounts', 'audit-log', 'boards', 'geography', 'locations', 'search'],
  search: ['accounts', 'audit-log', 'availability', 'geography', 'locations', 'media', 'entry-subjects'],
  'entry-subjects': [],
  'personal-data-export': ['accounts', 'audit-log'],
  'proof-of-work': [],
  viewings: ['accounts', 'audit-log', 'companies', 'enquiries', 'locations', 'productions'],
};

/** Words of the product domain, which must not occur in the platform. ‘Owner’ is missing: files and tables have owners too. */
const PRODUCT_WORDS = [
  'agency',
  'agencies',
  'audit',
  'board',
  'catalogue',
  'contact',
  'enquiry',
  'enquiries',
  'facet',
  'film',
  'job title',
  'location',
  'photograph',
  'recce',
  'scotland',
  'scout',
  'wizard',
];
const PRODUCT_WORD = new RegExp(`(?<![a-z])(?:${PRODUCT_WORDS.join('|')})s?(?![a-z])`, 'g');
/** Files of the platform that may use them. */
const PRODUCT_WORD_EXCEPTIONS: ReadonlySet<string> = new Set([
  // Defines the product name.
  'platform/settings/product-name.ts',
  // The settings of the site.
  'platform/settings/config.ts',
  // The HTTP header Location.
  'platform/http/response-headers.ts',
  // The tables of all features.
  'platform/db/tables.ts',
]);

/** The feature or layer that writes a table; null if only migrations and triggers do. Features that may import it may read it. */
const TABLE_OWNERS: Readonly<Record<keyof Database, keyof typeof FEATURE_EDGES | 'platform' | null>> = {
  options: 'locations',
  locations: 'locations',
  location_options: 'locations',
  location_facts: 'locations',
  location_list: null,
  film_office_areas: 'locations',
  images: 'locations',
  location_drafts: 'locations',
  location_reviews: 'locations',
  review_claims: 'locations',
  reason_templates: 'locations',
  owner_tasks: 'locations',
  bulk_changes: 'locations',
  bulk_change_items: 'locations',
  imports: 'import-export',
  import_rows: 'import-export',
  import_row_duplicates: 'import-export',
  import_sheets: 'import-export',
  import_mappings: 'import-export',
  photograph_imports: 'import-export',
  photograph_import_files: 'import-export',
  contacts: 'locations',
  uploads: 'media',
  orphaned_pictures: 'media',
  orphaned_uploads: 'media',
  upload_quotas: 'media',
  duplicate_keys: 'duplicates',
  duplicate_pairs: 'duplicates',
  duplicate_queue: 'duplicates',
  documents: 'documents',
  orphaned_documents: 'documents',
  published_locations: 'locations',
  deleted_options: null,
  location_revisions: 'locations',
  location_redirects: 'locations',
  catalogue_changes: 'locations',
  change_versions: null,
  pictures: 'media',
  // Unused since 0.3.0, and dropped one release later.
  search_terms: null,
  search_words: null,
  search_places: 'search',
  thesaurus: 'search',
  thesaurus_switches: 'search',
  search_synonyms: 'search',
  search_pins: 'search',
  search_pin_locations: 'search',
  empty_searches: 'search',
  pages: 'content',
  navigation: 'content',
  consent_layers: 'consents',
  consent_areas: 'consents',
  consent_area_outlines: 'consents',
  content_drafts: 'content',
  content_revisions: 'content',
  settings: 'content',
  enquiries: 'enquiries',
  enquiry_locations: 'enquiries',
  enquiry_participants: 'enquiries',
  enquiry_links: 'enquiries',
  enquiry_messages: 'enquiries',
  enquiry_notes: 'enquiries',
  enquiry_files: 'enquiries',
  enquiry_mails: 'enquiries',
  enquiry_outcomes: 'enquiries',
  enquiry_outcome_areas: 'enquiries',
  enquiry_participant_locations: 'enquiries',
  inbound_mailboxes: 'enquiries',
  inbound_mails: 'enquiries',
  enquiry_templates: 'enquiries',
  productions: 'productions',
  production_contacts: 'productions',
  production_enquiries: 'productions',
  production_locations: 'productions',
  production_entries: 'productions',
  production_boards: 'productions',
  production_sendings: 'productions',
  production_sending_locations: 'productions',
  availability_entries: 'availability',
  availability_occurrences: 'availability',
  viewings: 'viewings',
  viewing_party: 'viewings',
  viewing_stops: 'viewings',
  viewing_mails: 'viewings',
  call_outs: 'call-outs',
  call_out_consents: 'call-outs',
  call_out_recipients: 'call-outs',
  call_out_answers: 'call-outs',
  call_out_photographs: 'call-outs',
  impact_formulas: 'impact',
  published_impact: 'impact',
  impact_survey_mails: 'impact',
  impact_surveys: 'impact',
  production_figures: 'impact',
  production_impact: 'impact',
  orphaned_enquiry_files: 'enquiries',
  companies: 'companies',
  people: 'companies',
  company_revisions: 'companies',
  person_revisions: 'companies',
  merged_companies: 'companies',
  merged_people: 'companies',
  different_companies: 'companies',
  different_people: 'companies',
  api_tokens: 'api-tokens',
  list_views: 'list-views',
  default_list_views: 'list-views',
  used_challenges: 'proof-of-work',
  last_backup: 'server',
  map_files: 'geography',
  secrets: null,
  site_region: 'geography',
  request_counts: 'server',
  outbox: 'platform',
  audit_logs: 'audit-log',
  users: 'accounts',
  sessions: 'accounts',
  account_tokens: 'accounts',
  account_deletions: 'accounts',
  personal_data_exports: 'personal-data-export',
  orphaned_personal_data: 'personal-data-export',
  authenticators: 'accounts',
  passkeys: 'accounts',
  recovery_codes: 'accounts',
  second_factor_steps: 'accounts',
  single_sign_on_links: 'accounts',
  single_sign_on_attempts: 'accounts',
  login_attempts: 'accounts',
  failed_logins: 'accounts',
  known_devices: 'accounts',
  notifications: 'notifications',
  boards: 'boards',
  board_locations: 'boards',
  board_location_images: 'boards',
  board_photographs: 'boards',
  board_files: 'boards',
  orphaned_board_files: 'boards',
  board_sections: 'boards',
  board_scripts: 'scripts',
  board_section_locations: 'boards',
  board_shares: 'boards',
  board_invitations: 'boards',
  board_readers: 'boards',
  board_guest_links: 'boards',
  board_guests: 'boards',
  board_answers: 'boards',
  board_answer_mails: 'boards',
  look_books: 'boards',
  sent_look_books: 'boards',
  look_book_logos: 'boards',
  look_book_previews: 'boards',
  orphaned_look_books: 'boards',
  share_mail_log: 'boards',
};
const WRITE =
  /(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"](\w+)|\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?(\w+)/gi;

/** Permissions are defined in one file; other code names permissions and does not compare roles. */
const CATALOGUE = 'features/accounts/permissions.ts';
const ROLE = `['"](?:${ROLE_NAMES.join('|')})['"]`;
const ROLE_CHECKS = [
  // user.role === 'ADMIN', role !== other; comparing with undefined or null is allowed
  /\brole\b\)?\s*[!=]={1,2}(?!=|\s*(?:undefined|null)\b)/,
  // 'ADMIN' === user.role
  /[!=]==?\s*(?:[\w?]+\.)*role\b/,
  // value === 'ADMIN'; user_role in the import file is something else
  new RegExp(`(?<!user_role |[!=])[!=]==?\\s*${ROLE}`),
  // roles.includes(user.role), ['OWNER', 'ADMIN'].some(...)
  /\.(?:includes|has|indexOf)\((?:[\w?]+\.)*role\b/,
  new RegExp(`\\[[^\\]]*${ROLE}[^\\]]*\\](?: as const\\))?\\.`),
  /switch \([^)]*\brole\b/,
  // where('role', '=', 'OWNER'), role = 'OWNER' in SQL
  /['"](?:\w+\.)?role['"],\s*['"](?:[!=<>]+|(?:not )?in)['"],\s*\[?\s*['"]/,
  /(?<!const )\brole\s*(?:=|<>|in)\s*\(?'/,
];

/** The files that other features may import in each feature, by their names. Files in `ui` may import all of `ui`. */
const OPEN_NAMES =
  /(?:^|\/)(?:schema|policy|events|messages|contract|client|(?:[\w-]+\.)?(?:queries|commands)\.server)\.ts$/;
/** Further files that other features may import. */
const OPEN_FILES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['page-access', 'permissions'],
  'audit-log': ['entry-types'],
  boards: ['look-book/document/typst'],
  documents: ['docx/archive.server', 'docx/xml.server', 'validate-file.server', 'validate-in-process.server'],
  duplicates: ['matching/picture-hashes'],
  geography: [
    'measure',
    'positions/grids.server',
    'positions/parse-angle',
    'positions/parse-position.server',
    'region-rules',
  ],
  locations: [
    'bulk-changes/batch',
    'catalogue/display-title',
    'catalogue/export-formats/location-file.server',
    'catalogue/fields/empty-fields',
    'catalogue/fields/lookup',
    'catalogue/fields/postcode',
    'catalogue/fields/validation',
    'catalogue/published/public-position',
  ],
  media: ['crop', 'embedded-texts', 'mail-picture', 'polyglot'],
  search: ['search-params', 'text/analysis', 'vocabulary/periods'],
};

const BANNED_FOLDERS = /(^|\/)(utils?|helpers?|common|shared|lib)(\/|$)/;

const files = [...sources.keys()];
const problems = [
  ...files.flatMap(findProblems),
  ...findUnusedEdges(),
  ...findUnusedOpenFiles(),
  ...listCycles(),
  ...findServerCodeInBrowser(),
  ...findUnusedPermissions(),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function findProblems(file: string): string[] {
  const found: string[] = [];
  if (BANNED_FOLDERS.test(path.dirname(file))) found.push(`${file}: rename the folder after its contents`);
  if (path.basename(file) === 'index.ts') found.push(`${file}: no barrels`);
  for (const imported of imports.get(file) ?? []) {
    const { specifier, target } = imported;
    const reason = target === undefined ? getPackageViolation(file, imported) : getViolation(file, target);
    if (reason) found.push(`${file} imports ${specifier}: ${reason}`);
  }
  return [...found, ...findForeignWrites(file), ...findProductWords(file), ...findRoleChecks(file)];
}

/** Finds writes to tables of other features. Matches text, so a comment can look like a statement. */
function findForeignWrites(file: string): string[] {
  if (isTest(file)) return [];
  const [layer, feature] = file.split('/');
  const self = layer === 'features' ? feature : layer;
  const written = [...(sources.get(file) ?? '').matchAll(WRITE)].map(([, inCode, inSql]) => inCode ?? inSql ?? '');
  return [...new Set(written)]
    .filter(
      (table): table is keyof Database =>
        Object.hasOwn(TABLE_OWNERS, table) && TABLE_OWNERS[table as keyof Database] !== self,
    )
    .map((table) => `${file} writes ${table}: only ${TABLE_OWNERS[table] ?? 'migrations and triggers'} may`);
}

/** Finds product words in the platform, file names included, except in tests. */
function findProductWords(file: string): string[] {
  if (getLayer(file) !== 'platform' || isTest(file)) return [];
  const words =
    `${file}\n${sources.get(file) ?? ''}`
      .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
      .toLowerCase()
      .match(PRODUCT_WORD) ?? [];
  if (PRODUCT_WORD_EXCEPTIONS.has(file))
    return words.length > 0 ? [] : [`${file} contains no product word: remove the exception`];
  return [...new Set(words)].map((word) => `${file} contains ${word}: the platform must not depend on the product`);
}

function findRoleChecks(file: string): string[] {
  if (isTest(file) || file === CATALOGUE) return [];
  return (sources.get(file) ?? '')
    .split('\n')
    .flatMap((line, index) =>
      ROLE_CHECKS.some((pattern) => pattern.test(line))
        ? [`${file}:${index + 1}: check a permission of ${CATALOGUE} instead of comparing roles`]
        : [],
    );
}

/** Finds permissions that no code checks. */
function findUnusedPermissions(): string[] {
  const others = files.filter((file) => !isTest(file) && file !== CATALOGUE).map((file) => sources.get(file) ?? '');
  return Object.keys(PERMISSIONS)
    .filter((permission) => !others.some((text) => text.includes(`'${permission}'`)))
    .map((permission) => `${CATALOGUE}: nothing checks ${permission}`);
}

function getViolation(from: string, to: string): string | undefined {
  if (to.startsWith('..') || isTest(from)) return undefined;
  const [fromLayer, toLayer] = [getLayer(from), getLayer(to)];
  if (LAYERS.indexOf(toLayer) < LAYERS.indexOf(fromLayer)) return `${fromLayer} may not import ${toLayer}`;
  if (isBrowser(from) && to.includes('.server.')) return 'server code must not reach the browser';
  const [fromFeature, toFeature] = [getFeature(from), getFeature(to)];
  if (fromFeature === undefined || toFeature === undefined || fromFeature === toFeature) return undefined;
  if (!FEATURE_EDGES[fromFeature]?.includes(toFeature)) return `${fromFeature} may not import ${toFeature}`;
  const isOpen = OPEN_NAMES.test(to) || listOpenFiles(toFeature).includes(to) || from.split('/').includes('ui');
  return isOpen ? undefined : `only ${toFeature} may import this`;
}

function listOpenFiles(feature: string): string[] {
  return (OPEN_FILES[feature] ?? []).map((name) => `features/${feature}/${name}.ts`);
}

/** Finds open files that no other feature imports outside its `ui`. */
function findUnusedOpenFiles(): string[] {
  const importing = files.filter((file) => getFeature(file) && !isTest(file) && !file.split('/').includes('ui'));
  const imported = new Set(
    importing.flatMap((file) =>
      (imports.get(file) ?? [])
        .map(({ target }) => target ?? file)
        .filter((target) => getFeature(target) !== getFeature(file)),
    ),
  );
  return Object.keys(OPEN_FILES)
    .flatMap(listOpenFiles)
    .filter((file) => !imported.has(file))
    .map((file) => `no other feature imports ${file}: close it`);
}

function getPackageViolation(file: string, { specifier, typeOnly }: Import): string | undefined {
  if (isTest(file) || typeOnly || specifier !== 'kysely') return undefined;
  const mayImport = /(queries|commands|jobs|engine)\.server\.ts$|^platform\/|^server\//.test(file);
  return mayImport ? undefined : 'only queries, commands, jobs, engines, platform and server may import Kysely';
}

function getLayer(file: string): (typeof LAYERS)[number] {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`)) ?? 'platform';
}

function getFeature(file: string): string | undefined {
  return getLayer(file) === 'features' ? file.split('/')[1] : undefined;
}

function isBrowser(file: string): boolean {
  return file.endsWith('.tsx') || /^(ui|app)\//.test(file) || path.basename(file) === 'client.ts';
}

/** Finds server code that the browser bundle would include, directly or transitively. */
function findServerCodeInBrowser(): string[] {
  const seen = new Set<string>();
  const open = files.filter((file) => /^app\/(client|router)\.tsx$|^app\/routes\//.test(file));
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { target, typeOnly } of imports.get(file) ?? [])
      if (target !== undefined && !typeOnly && sources.has(target)) open.push(target);
  }
  return [...seen].filter((file) => file.includes('.server.')).map((file) => `${file}: the browser would load this`);
}

/** Finds allowed edges between features that no import uses. */
function findUnusedEdges(): string[] {
  const graph = entryGraph('features');
  return Object.entries(FEATURE_EDGES).flatMap(([from, edges]) =>
    edges.filter((to) => !graph.get(from)?.has(to)).map((to) => `${from} does not import ${to}: remove the edge`),
  );
}

/** Finds import cycles between files, and between the entries of each folder, type imports included. */
function listCycles(): string[] {
  const folders = new Set(files.map((file) => path.dirname(file)).flatMap(withParents));
  return [
    ...[...folders].flatMap((folder) =>
      findCycles(entryGraph(folder)).map((cycle) => `cycle in ${folder}: ${cycle.join(', ')}`),
    ),
    ...findCycles(fileGraph).map((cycle) => `cycle: ${cycle.join(', ')}`),
  ];
}

function withParents(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../src/platform/db/tables.ts';

/**
 * Which part may import which: the picture of the architecture, checked. A part is a folder of src; features are parts of
 * their own. `pages` below src/app compose everything that is for browsers.
 */
const FEATURE_EDGES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['audit-log', 'media', 'notifications', 'verification'],
  'audit-log': ['subjects'],
  notifications: ['subjects'],
  subjects: [],
  geography: ['locations'],
  media: [],
  locations: ['accounts', 'audit-log', 'geography', 'media', 'notifications'],
  search: ['accounts', 'geography', 'locations', 'media'],
  content: ['accounts', 'audit-log', 'locations', 'media'],
  enquiries: ['locations', 'media', 'verification'],
  boards: ['accounts', 'audit-log', 'geography', 'locations', 'media', 'notifications', 'search'],
  operations: ['audit-log'],
  verification: [],
};

/** Which feature, or platform, writes a table; null where only migrations and triggers do. Whoever may import it may read. */
const TABLE_OWNERS: Readonly<Record<keyof Database, keyof typeof FEATURE_EDGES | 'platform' | null>> = {
  options: 'locations',
  locations: 'locations',
  location_options: 'locations',
  location_list: null,
  images: 'locations',
  location_drafts: 'locations',
  contacts: 'locations',
  uploads: 'locations',
  orphaned_uploads: 'locations',
  upload_quotas: 'locations',
  documents: 'locations',
  orphaned_documents: 'locations',
  published_locations: 'locations',
  catalogue_changes: 'locations',
  change_versions: null,
  pictures: 'media',
  search_terms: 'search',
  search_words: 'search',
  pages: 'content',
  navigation: 'content',
  content_drafts: 'content',
  settings: 'content',
  enquiries: 'enquiries',
  used_challenges: 'verification',
  secrets: null,
  outbox: 'platform',
  audit_logs: 'audit-log',
  users: 'accounts',
  sessions: 'accounts',
  account_tokens: 'accounts',
  login_attempts: 'accounts',
  notifications: 'notifications',
  boards: 'boards',
  board_locations: 'boards',
  board_shares: 'boards',
  share_mail_log: 'boards',
};
const WRITE =
  /(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"](\w+)|\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?(\w+)/gi;

/** What of a feature others may see. Its ui is for the ui of those who may import it, and for pages. */
const OPEN_FILES = /^(schema|policy|events|contract|client|.*queries\.server|.*commands\.server)\.tsx?$/;

const LAYERS = ['server', 'app', 'features', 'ui', 'platform'] as const;
const BANNED_FOLDERS = /(^|\/)(utils?|helpers?|common|shared|lib)(\/|$)/;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:(type\s)?[^'"`;]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const root = path.resolve(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|\.d\.ts$|kernel\/assembly/.test(file),
);

interface Import {
  readonly specifier: string;
  /** Types alone vanish before anything runs, so they make no ring. */
  readonly typeOnly: boolean;
}

const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const problems = [...files.flatMap(problemsOf), ...cycles(), ...serverCodeInBrowser()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function importsOf(file: string): Import[] {
  return [...(texts.get(file) ?? '').matchAll(IMPORT)].map(([, type, from, dynamic]) => ({
    specifier: from ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));
}

function problemsOf(file: string): string[] {
  const found: string[] = [];
  if (BANNED_FOLDERS.test(path.dirname(file)))
    found.push(`${file}: a folder is named after what it holds, not after being shared`);
  if (path.basename(file) === 'index.ts') found.push(`${file}: no barrels`);
  for (const imported of imports.get(file) ?? []) {
    const { specifier } = imported;
    const inside = specifier.startsWith('.');
    const reason = inside ? reasonAgainst(file, target(file, specifier)) : reasonAgainstPackage(file, imported);
    if (reason) found.push(`${file} imports ${specifier}: ${reason}`);
  }
  return [...found, ...foreignWrites(file)];
}

/** Tables that a file writes though they are another's. Reads its words only, so a comment can be taken for a statement. */
function foreignWrites(file: string): string[] {
  if (isTest(file)) return [];
  const [layer, feature] = file.split('/');
  const self = layer === 'features' ? feature : layer;
  const written = [...(texts.get(file) ?? '').matchAll(WRITE)].map(([, inCode, inSql]) => inCode ?? inSql ?? '');
  return [...new Set(written)]
    .filter(
      (table): table is keyof Database =>
        Object.hasOwn(TABLE_OWNERS, table) && TABLE_OWNERS[table as keyof Database] !== self,
    )
    .map((table) => `${file} writes ${table}: that is for ${TABLE_OWNERS[table] ?? 'migrations and triggers'}`);
}

function target(file: string, specifier: string): string {
  return path.relative(root, path.resolve(root, path.dirname(file), specifier.split('?', 1)[0] ?? ''));
}

function reasonAgainst(from: string, to: string): string | undefined {
  if (to.startsWith('..') || isTest(from)) return undefined;
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (LAYERS.indexOf(toLayer) < LAYERS.indexOf(fromLayer)) return `${fromLayer} may not import ${toLayer}`;
  if (isBrowser(from) && to.includes('.server.')) return 'server code must not reach the browser';
  if (fromLayer !== 'features' || toLayer !== 'features') return undefined;
  const [, fromFeature = '', ...fromRest] = from.split('/');
  const [, toFeature = '', ...toRest] = to.split('/');
  if (fromFeature === toFeature) return undefined;
  if (!FEATURE_EDGES[fromFeature]?.includes(toFeature)) return `${fromFeature} may not import ${toFeature}`;
  if (!OPEN_FILES.test(toRest.join('/')) && !fromRest.includes('ui')) return `this is ${toFeature}'s own`;
  return undefined;
}

function reasonAgainstPackage(file: string, { specifier, typeOnly }: Import): string | undefined {
  if (isTest(file) || typeOnly || specifier !== 'kysely') return undefined;
  const mayKnow = /(queries|commands|jobs|engine)\.server\.ts$|^platform\/|^server\//.test(file);
  return mayKnow ? undefined : 'only queries, commands, jobs and platform know Kysely';
}

function layerOf(file: string): (typeof LAYERS)[number] {
  return LAYERS.find((layer) => file.startsWith(`${layer}/`)) ?? 'platform';
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function isBrowser(file: string): boolean {
  return file.endsWith('.tsx') || /^(ui|app)\//.test(file) || path.basename(file) === 'client.ts';
}

/** Server code that the browser would load, however far behind the pages. */
function serverCodeInBrowser(): string[] {
  const seen = new Set<string>();
  const open = files.filter((file) => /^app\/(client|router)\.tsx$|^app\/routes\//.test(file));
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { specifier, typeOnly } of imports.get(file) ?? []) {
      const to = specifier.startsWith('.') && !typeOnly ? target(file, specifier) : '';
      if (imports.has(to)) open.push(to);
    }
  }
  return [...seen].filter((file) => file.includes('.server.')).map((file) => `${file}: the browser would load this`);
}

/** Files that import each other in a ring. */
function cycles(): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    state.set(file, 'open');
    for (const { specifier, typeOnly } of imports.get(file) ?? []) {
      if (typeOnly || !specifier.startsWith('.')) continue;
      const to = target(file, specifier);
      if (imports.has(to)) visit(to, [...trail, file]);
    }
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  return found;
}

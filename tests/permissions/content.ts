import { randomBytes, randomUUID } from 'node:crypto';
import { recordContentRevision } from '../../src/features/content/revisions.commands.server.ts';
import { type EnquiryFixtures, addEnquiry, addEnquiryFile, addEnquiryLink } from '../support/enquiries.ts';
import { type ImpactFixtures, addImpact } from '../support/impact.ts';
import { addCompany, addCompanyPerson } from '../support/companies.ts';
import { type CallOutFixtures, addCallOut } from '../support/call-outs.ts';
import { addOption } from '../support/locations.ts';
import { addProduction, addProductionBoard, addProductionChange } from '../support/productions.ts';
import { type ViewingFixtures, addViewing } from '../support/viewings.ts';
import type { Site } from '../support/site.ts';

/** A view that shows a list as it is. */
export const EMPTY_VIEW = {
  content: { search: {}, layout: { hidden: [], order: [], widths: {}, density: 'comfortable' } },
} as const;

/** Fixtures of the Locations Team: a view of the users, an unpublished page, an unused option, a failed email and an enquiry. */
export interface TeamFixtures {
  readonly page: string;
  readonly pageVersion: number;
  readonly menuVersion: number;
  readonly footerVersion: number;
  readonly option: number;
  readonly optionName: string;
  /** A film office. */
  readonly office: number;
  readonly mail: string;
  /** A template of answers. */
  readonly template: string;
  /** A view of the team of the list of users. */
  readonly view: string;
  /** A template of a reason. */
  readonly reasonTemplate: string;
  /** A rule of the search, a term of the thesaurus, and pinned results. */
  readonly synonym: string;
  readonly thesaurusTerm: string;
  readonly pin: string;
  /** Companies and people, each in its second version. The first person belongs to the first company. */
  readonly company: string;
  readonly otherCompany: string;
  readonly person: string;
  readonly otherPerson: string;
  /** A service token of an admin. */
  readonly apiToken: string;
  /** A production with that enquiry, its location, the film office of the area, and a board that answers it. */
  readonly production: {
    readonly id: string;
    readonly location: string;
    readonly board: string;
    /** An entry of the timeline, from before which the stage was another. */
    readonly change: string;
  };
  readonly viewing: ViewingFixtures;
  readonly callOut: CallOutFixtures;
  readonly impact: ImpactFixtures;
  readonly enquiry: EnquiryFixtures & { readonly link: string; readonly file: string };
}

/** Creates new fixtures. @param location what the enquiry is about @param title title of the page */
export async function createTeamFixtures(
  { db, storage }: Site,
  location: string,
  title = 'Filming in winter',
): Promise<TeamFixtures> {
  const suffix = randomBytes(5).toString('hex');
  const page = `winter-${suffix}`;
  const blank = { externalContentWidth: '100%', externalContentHeight: '450px', cards: [], panelCards: [] };
  const nothing = [
    'description',
    'banner',
    'content',
    'externalUrl',
    'contact',
    'enquire',
    'footerEnquire',
    'carousel',
  ];
  const first = { title, ...blank, ...Object.fromEntries(nothing.map((field) => [field, null])) };
  const content = { ...first, externalContentHeight: '600px' };
  await db
    .insertInto('content_drafts')
    .values({ name: page, version: 1, content: JSON.stringify(content) })
    .execute();
  await db.transaction().execute(async (trx) => {
    const saved = { action: 'SAVED', origin: 'EDITOR', authorId: null, at: new Date() } as const;
    for (const version of [first, content]) await recordContentRevision(trx, page, { ...saved, content: version });
  });
  const versions = await db
    .selectFrom('content_drafts')
    .select(['name', 'version'])
    .where('name', 'in', ['menu', 'footer'])
    .execute();
  const getVersion = (name: string) => versions.find((draft) => draft.name === name)?.version ?? 0;
  const { id: mail } = await db
    .insertInto('outbox')
    .values({
      kind: 'enquiry',
      recipient: `${randomUUID()}@crew.example`,
      subject: 'An enquiry',
      text: '-',
      html: '-',
      failed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const enquiry = await addEnquiry(db, { location_id: location, location_title: 'Weir mill' });
  const { id: reasonTemplate } = await db
    .insertInto('reason_templates')
    .values({ title: `Rear ${suffix}`, text: 'Photos of the rear, please.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: template } = await db
    .insertInto('enquiry_templates')
    .values({ name: `Permits ${suffix}`, text: 'Ask the council.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: view } = await db
    .insertInto('list_views')
    .values({ list: 'locations', name: `Mills ${suffix}`, content: JSON.stringify(EMPTY_VIEW.content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const production = await addProduction(db, { enquiry: enquiry.id, location });
  const apiToken = await addServiceToken(db, `Call sheets ${suffix}`);
  const company = await addCompany(db, { name: 'Weir Films Ltd' }, { name: 'Weir Films' });
  return {
    company,
    otherCompany: await addCompany(db, { name: 'Weir' }, { name: 'Weir Films' }),
    person: await addCompanyPerson(db, { name: 'Ailsa Weir', company_id: company }, { job_title: 'Producer' }),
    otherPerson: await addCompanyPerson(db, { name: 'Ailsa Weir' }, { job_title: 'Line producer' }),
    ...(await getSearchTerms(db)),
    ...(await getOptions(db)),
    apiToken,
    production: {
      id: production,
      location,
      board: await addProductionBoard(db, production),
      change: await addProductionChange(db, production),
    },
    viewing: await addViewing(db, { production, location }),
    callOut: await addCallOut(db, { production, location }),
    impact: await addImpact(db, production),
    page,
    pageVersion: 1,
    mail,
    template,
    reasonTemplate,
    view,
    enquiry: {
      ...enquiry,
      link: await addEnquiryLink(db, enquiry.participant),
      file: await addEnquiryFile(db, storage, enquiry.message),
    },
    menuVersion: getVersion('menu'),
    footerVersion: getVersion('footer'),
  };
}

type OptionFixtures = Pick<TeamFixtures, 'option' | 'optionName' | 'office'>;
let options: OptionFixtures | undefined;

/** Returns an unused option and a film office. New ones are added only after the option was changed: all nodes reload content and vocabulary. */
async function getOptions(db: Site['db']): Promise<OptionFixtures> {
  if (options && (await isUnchanged(db, options))) return options;
  const suffix = randomBytes(5).toString('hex');
  const optionName = `Bothy ${suffix}`;
  const option = await addOption(db, 'setting', optionName);
  options = { option, optionName, office: await addOption(db, 'filmoffice', `Film office ${suffix}`) };
  return options;
}

async function isUnchanged(db: Site['db'], { option, optionName }: OptionFixtures): Promise<boolean> {
  const found = await db.selectFrom('options').where('id', '=', option).select('name').executeTakeFirst();
  return found?.name === optionName;
}

type SearchTerms = Pick<TeamFixtures, 'synonym' | 'thesaurusTerm' | 'pin'>;
let searchTerms: SearchTerms | undefined;

/** Returns a rule, a term and pinned results. New ones are added only after the last were changed: all nodes reload their vocabulary. */
async function getSearchTerms(db: Site['db']): Promise<SearchTerms> {
  if (searchTerms && (await areUnchanged(db, searchTerms))) return searchTerms;
  const suffix = randomBytes(5).toString('hex');
  const changed_at = new Date();
  const { id: synonym } = await db
    .insertInto('search_synonyms')
    .values({ kind: 'EQUAL', terms: ['pub', `bar ${suffix}`], targets: [], changed_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const thesaurusTerm = `tavern ${suffix}`;
  await db
    .insertInto('thesaurus')
    .values({ term: thesaurusTerm, field: 'word', value: 'pub', related: false })
    .execute();
  await db.insertInto('thesaurus_switches').values({ term: thesaurusTerm, enabled: true, changed_at }).execute();
  const { id: pin } = await db
    .insertInto('search_pins')
    .values({ query: `pub ${suffix}`, key: `pub ${suffix}`, changed_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  searchTerms = { synonym, thesaurusTerm, pin };
  return searchTerms;
}

async function areUnchanged(db: Site['db'], { synonym, thesaurusTerm, pin }: SearchTerms): Promise<boolean> {
  const versions = await db
    .selectFrom('search_synonyms')
    .where('id', '=', synonym)
    .select('version')
    .unionAll(db.selectFrom('thesaurus_switches').where('term', '=', thesaurusTerm).select('version'))
    .unionAll(db.selectFrom('search_pins').where('id', '=', pin).select('version'))
    .execute();
  return versions.length === 3 && versions.every(({ version }) => version === 1);
}

/** Adds a service token of an admin. It has expired, since the number of others is limited. */
export async function addServiceToken(db: Site['db'], name: string): Promise<string> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .limit(1)
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() - 60_000);
  const created_at = new Date(expires_at.getTime() - 60_000);
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      name,
      created_at,
      user_id: admin.id,
      token_hash: randomBytes(32),
      ending: 'abcd',
      read_only: true,
      permissions: ['user.view'],
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

import { randomBytes, randomUUID } from 'node:crypto';
import { addOption } from '../support/locations.ts';
import type { Site } from '../support/site.ts';

/** Fixtures of the Locations Team: an unpublished page, an unused option and a failed mail. */
export interface TeamFixtures {
  readonly page: string;
  readonly pageVersion: number;
  readonly menuVersion: number;
  readonly footerVersion: number;
  readonly option: number;
  readonly optionName: string;
  readonly mail: string;
  /** A template of a reason. */
  readonly template: string;
}

/** Creates new fixtures. @param title title of the page */
export async function createTeamFixtures({ db }: Site, title = 'Filming in winter'): Promise<TeamFixtures> {
  const suffix = randomBytes(5).toString('hex');
  const page = `winter-${suffix}`;
  const optionName = `Bothy ${suffix}`;
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
  const content = { title, ...blank, ...Object.fromEntries(nothing.map((field) => [field, null])) };
  await db
    .insertInto('content_drafts')
    .values({ name: page, version: 1, content: JSON.stringify(content) })
    .execute();
  const versions = await db
    .selectFrom('content_drafts')
    .select(['name', 'version'])
    .where('name', 'in', ['menu', 'footer'])
    .execute();
  const getVersion = (name: string) => versions.find((draft) => draft.name === name)?.version ?? 0;
  const { id: mail } = await db
    .insertInto('outbox')
    .values({
      ...{ kind: 'enquiry', recipient: `${randomUUID()}@crew.example`, subject: 'An enquiry', text: '-', html: '-' },
      failed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: template } = await db
    .insertInto('reason_templates')
    .values({ title: `Rear ${suffix}`, text: 'Photos of the rear, please.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...{ page, pageVersion: 1, optionName, mail, template },
    menuVersion: getVersion('menu'),
    footerVersion: getVersion('footer'),
    option: await addOption(db, 'setting', optionName),
  };
}

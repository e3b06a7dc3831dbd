import type { Config } from '../../platform/settings/config.ts';
import { toDay, toYear } from '../../platform/text/days.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Handler, command, query, withTag } from '../../platform/http/handlers.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { getRegionRules, regionRules } from '../geography/region-rules.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';
import { editingHandlers } from './editing/handlers.server.ts';
import { editedPage, pageFields, uploadedPicture } from './editing/schema.ts';
import { restoreContentRevision } from './history/commands.server.ts';
import { getContentRevision, listContentRevisions } from './history/queries.server.ts';
import { switchMaintenance } from './maintenance/commands.server.ts';
import { RESTORED } from './messages.ts';
import { type Content, isInMaintenance } from './queries.server.ts';
import { footerContent, menuContent, pageContent, siteContent } from './schema.ts';
import * as historyRoutes from './history/contract.ts';
import * as maintenanceRoutes from './maintenance/contract.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    /** Returns the published content that this node has cached. */
    readonly getContent: () => Content;
    readonly getMapStyleUrl: () => string | null;
    readonly singleSignOn: NonNullable<Config['singleSignOn']> | null;
  }
}

const publishedHandlers: readonly Handler[] = [
  query(pageByName, (_db, _caller, { name }, { getContent }) => {
    const page = getContent().pages.get(name);
    if (!page) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
    return page;
  }),
  query(menu, (_db, _caller, _input, { getContent }) => getContent().menu),
  query(footer, (_db, _caller, _input, { getContent }) => getContent().footer),
  query(siteDetails, (_db, _caller, _input, { at, site, siteUrl, getMapStyleUrl, singleSignOn }) => ({
    ...site,
    url: siteUrl,
    mapStyleUrl: getMapStyleUrl(),
    singleSignOn,
    region: regionRules.parse(getRegionRules()),
    year: toYear(toDay(at)),
  })),
];

const historyHandlers: readonly Handler[] = [
  query(historyRoutes.listContentRevisions, (db, _caller, params) => listContentRevisions(db, params)),
  query(historyRoutes.getContentRevision, (db, _caller, params) => getContentRevision(db, params)),
  command(historyRoutes.restoreContentRevision, restoreContentRevision, RESTORED),
];

/** They read the database, so this node may apply what they return up to 5 seconds later. */
const maintenanceHandlers: readonly Handler[] = [
  query(maintenanceRoutes.maintenance, async (db) => ({ on: await isInMaintenance(db) })),
  command(maintenanceRoutes.switchMaintenance, async ({ trx, actor, at }, { on }) => {
    await switchMaintenance(trx, { on, actorId: actor.id, at });
    return { on };
  }),
];

/** The pages, the menu and the footer of the site. */
export const contentFeature: Feature = {
  tag: 'content',
  handlers: [
    ...publishedHandlers,
    ...editingHandlers,
    ...historyHandlers,
    ...withTag('operation', maintenanceHandlers),
  ],
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

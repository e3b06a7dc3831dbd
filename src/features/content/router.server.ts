import type { Config } from '../../platform/settings/config.ts';
import { toDay, toYear } from '../../platform/text/days.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import { getRegionRules, regionRules } from '../geography/region-rules.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';
import type { Content } from './queries.server.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';

/** Routes of published content. @param deps.content returns the content that this node has cached */
export function contentHandlers(deps: {
  content: () => Content;
  mapStyleUrl: () => string | null;
  config: Config;
}): RouteHandler[] {
  const { content, mapStyleUrl, config } = deps;
  return [
    createHandler(pageByName, ({ name }) => {
      const page = content().pages.get(name);
      if (!page) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      return page;
    }),
    createHandler(menu, () => content().menu),
    createHandler(footer, () => content().footer),
    createHandler(siteDetails, () => ({
      ...config.site,
      url: config.siteUrl,
      mapStyleUrl: mapStyleUrl(),
      singleSignOn: config.singleSignOn ?? null,
      region: regionRules.parse(getRegionRules()),
      year: toYear(toDay(new Date())),
    })),
  ];
}

import type { Config } from '../../platform/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Binding, Json, bind, toAscii } from '../../platform/http/server.ts';
import { footer, menu, pageByName, siteDetails } from './contract.ts';
import type { Content } from './queries.server.ts';

/** Answers what the shell and the pages show. `content` gives the generation that this node holds. */
export function pagesBindings(deps: { content: () => Content; config: Config }): Binding[] {
  const { content, config } = deps;
  const fixed = { ...config.site, url: config.siteUrl, mapStyleUrl: config.mapStyleUrl ?? null };
  let site = { ...fixed, year: 0 };
  const siteOfTheYear = () => {
    const year = new Date().getFullYear();
    if (site.year !== year) site = { ...fixed, year };
    return site;
  };
  return [
    bind(pageByName, ({ name }) => {
      const page = content().pages.get(name);
      if (!page) throw new ApiError('NOT_FOUND', 'Page not found');
      return kept(page);
    }),
    bind(menu, () => kept(content().menu)),
    bind(footer, () => kept(content().footer)),
    bind(siteDetails, () => kept(siteOfTheYear())),
  ];
}

const answers = new WeakMap<object, Json>();

/** Content stays the same for a generation, and so does its JSON. */
function kept(value: object): Json {
  let answer = answers.get(value);
  if (!answer) {
    answer = new Json(toAscii(JSON.stringify(value)));
    answers.set(value, answer);
  }
  return answer;
}

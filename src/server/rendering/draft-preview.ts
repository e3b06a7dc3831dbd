import { can } from '../../features/accounts/permissions.ts';
import { getRedirect } from '../../features/accounts/policy.ts';
import { type CallRoute, type Caller } from '../../platform/http/route-handlers.ts';

/** Gives the call that is answered otherwise while the draft of a name is looked at; undefined without such a draft. */
export type Preview = (name: string) => Promise<{ route: string; name?: string; answer: object } | undefined>;

/** The parameter of an address that names the draft to show in place of what is published. */
const PARAMETER = 'preview';

/** The draft that somebody of the Locations Team asks a page to show. */
export function getRequestedDraft(url: URL, caller: Caller | null): string | null {
  return can(caller?.actor, 'content.edit') ? url.searchParams.get(PARAMETER) : null;
}

/** As whom a preview is rendered: as anybody, but where only people who are signed in come. */
export function previewVisitor({ pathname }: URL, caller: Caller | null): Caller | null {
  return getRedirect({ pathname, href: pathname }, null) ? caller : null;
}

/** The API, with the draft where the published version would be. */
export async function withDraft(callRoute: CallRoute, preview: Preview, name: string): Promise<CallRoute> {
  const draft = await preview(name);
  if (!draft) return callRoute;
  const json = JSON.stringify(draft.answer);
  return async (route, input) => {
    const isAsked = route === draft.route && (input as { name?: string }).name === draft.name;
    return isAsked ? json : callRoute(route, input);
  };
}

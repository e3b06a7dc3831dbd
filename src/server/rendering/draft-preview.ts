import { can } from '../../features/accounts/permissions.ts';
import { getRedirect } from '../../features/accounts/page-access.ts';
import { type CallRoute, type Caller } from '../../platform/http/route-handlers.ts';

/** Returns the API call whose result the draft called `name` replaces, with that result; undefined if the draft does not exist. */
export type Preview = (name: string) => Promise<{ route: string; name?: string; response: object } | undefined>;

/** The query parameter that names the draft to show instead of the published version. */
const PARAMETER = 'preview';

/** Returns the name of the draft that the URL requests; null if it requests none or the caller may not edit content. */
export function getRequestedDraft(url: URL, caller: Caller | null): string | null {
  return can(caller?.actor, 'content.edit') ? url.searchParams.get(PARAMETER) : null;
}

/** Returns the visitor a preview is rendered for: nobody, except on pages that require a log-in. */
export function getPreviewVisitor({ pathname }: URL, caller: Caller | null): Caller | null {
  return getRedirect({ pathname, href: pathname }, null) ? caller : null;
}

/** Wraps the API so that it returns the draft instead of the published version. */
export async function withDraft(callRoute: CallRoute, preview: Preview, name: string): Promise<CallRoute> {
  const draft = await preview(name);
  if (!draft) return callRoute;
  const json = JSON.stringify(draft.response);
  return async (route, input) => {
    const isReplaced = route === draft.route && (input as { name?: string }).name === draft.name;
    return isReplaced ? json : callRoute(route, input);
  };
}

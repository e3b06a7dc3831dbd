/** Targets that a reader may follow from a document: not files, network shares or programs. */
const SAFE_LINK = /^(https?:\/\/[^/\\]|mailto:|tel:|#|$)/i;

/** A template on the writer's own disk: nobody else has it, and nothing is fetched. */
const LOCAL_TEMPLATE = /^((file:\/\/\/)?[a-z]:[\\/][^\\/]|Macintosh(%20| )HD:[^\\/]+$|Normal\.dot[mx]?$)/i;

export function isSafeLink(target: string): boolean {
  return decodeVariants(target).every((variant) => SAFE_LINK.test(variant));
}

export function isLocalTemplate(target: string): boolean {
  return decodeVariants(target).every((variant) => LOCAL_TEMPLATE.test(variant));
}

/** Whether a target can only be inside the document itself. */
export function isInternal(target: string): boolean {
  return decodeVariants(target).every((variant) => !/[:\\]|^\/\//.test(variant.replace(/#.*$/s, '')));
}

/** Returns the target as it is and decoded: only some programs decode it before they follow it. */
function decodeVariants(target: string): string[] {
  try {
    return [target, decodeURIComponent(target)];
  } catch {
    return [target];
  }
}

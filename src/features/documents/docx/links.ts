/** Where links may lead that people follow from a document: not to files, shares or programs. */
const SAFE_LINK = /^(https?:\/\/[^/\\]|mailto:|tel:|#|$)/i;

/** Where Word looks for a template that its writer has on their own disk: on nobody else's it is not there, and nothing is fetched. */
const TEMPLATE_ON_DISK = /^((file:\/\/\/)?[a-z]:[\\/][^\\/]|Macintosh(%20| )HD:[^\\/]+$|Normal\.dot[mx]?$)/i;

export function isSafeLink(target: string): boolean {
  return readings(target).every((reading) => SAFE_LINK.test(reading));
}

export function isTemplateOnDisk(target: string): boolean {
  return readings(target).every((reading) => TEMPLATE_ON_DISK.test(reading));
}

/** Whether a target can lead to no place but one within the document itself. */
export function isInside(target: string): boolean {
  return readings(target).every((reading) => !/[:\\]|^\/\//.test(reading.replace(/#.*$/s, '')));
}

/** Some programs resolve what is escaped before they look where it leads, others do not. */
function readings(target: string): string[] {
  try {
    return [target, decodeURIComponent(target)];
  } catch {
    return [target];
  }
}

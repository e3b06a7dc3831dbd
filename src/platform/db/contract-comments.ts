/**
 * A comment before a statement that an older release does not survive: `-- contract: 0.2.0 reads the new column instead`. The release is
 * the first one that can run after the statement.
 */
const CONTRACT = /^[ \t]*-- contract: (\d+\.\d+\.\d+)\b/gm;

/** Returns the oldest release that can run on a database with this migration; null if every release with the earlier ones can. */
export function findOldestRelease(sql: string): string | null {
  const releases = [...sql.matchAll(CONTRACT)].map(([, release]) => release!);
  return releases.toSorted(compareReleases).at(-1) ?? null;
}

/** Orders releases such as 0.9.1 and 0.10.0. */
export function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

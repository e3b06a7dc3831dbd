/** A champion list: the locations of a term or prefix with the highest impacts, the highest first, then in browse order. */
export interface Champions {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  /** Whether more locations match, with lower impacts. */
  readonly truncated: boolean;
}

/** Selects the locations with the highest impacts by counting sort. The locations must be ascending. */
export function selectChampions(locations: Uint32Array, impacts: Uint8Array, limit: number): Champions {
  const ranks = new Uint32Array(256);
  for (const impact of impacts) ranks[impact]!++;
  for (let impact = 255, before = 0; impact >= 0; impact--) {
    const count = ranks[impact]!;
    ranks[impact] = before;
    before += count;
  }
  const n = Math.min(limit, locations.length);
  const champions = { locations: new Uint32Array(n), impacts: new Uint8Array(n), truncated: n < locations.length };
  for (let i = 0; i < locations.length; i++) {
    const rank = ranks[impacts[i]!]!++;
    if (rank >= n) continue;
    champions.locations[rank] = locations[i]!;
    champions.impacts[rank] = impacts[i]!;
  }
  return champions;
}

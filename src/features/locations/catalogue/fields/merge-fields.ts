import { isSame } from './values.ts';

export interface MergedFields<Fields> {
  /** The fields after the merge. */
  readonly mine: Fields;
  /** The values that the fields are based on. Fields in conflict keep the old one, so that the next merge finds the conflict again. */
  readonly base: Fields;
  /** Fields that both sides have changed to different values. They keep the value of this side until the conflict is resolved. */
  readonly conflicts: readonly (keyof Fields)[];
}

/** Three-way merge by field: a change of only one side is taken. */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): MergedFields<Fields> {
  const names = Object.keys(base) as (keyof Fields)[];
  const conflicts = names.filter(
    (field) =>
      !isSame(mine[field], base[field]) && !isSame(theirs[field], base[field]) && !isSame(mine[field], theirs[field]),
  );
  const [merged, newBase] = [{ ...mine }, { ...theirs }];
  for (const field of names) {
    if (isSame(mine[field], base[field])) merged[field] = theirs[field];
  }
  for (const field of conflicts) newBase[field] = base[field];
  return { mine: merged, base: newBase, conflicts };
}

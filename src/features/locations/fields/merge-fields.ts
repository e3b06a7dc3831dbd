import { isSame } from './values.ts';

export interface MergedFields<Fields> {
  /** The fields after the merge. */
  readonly mine: Fields;
  /** The values that they were changed from. Of fields in conflict the old ones, so that the next merge finds the conflict again. */
  readonly base: Fields;
  /** Fields that both sides have changed to different values. They keep the value of this side until somebody chooses. */
  readonly conflicts: readonly (keyof Fields)[];
}

/** Three-way merge of the changes of two sides to `base`, field by field: what only one side has changed is taken. */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): MergedFields<Fields> {
  const names = Object.keys(base) as (keyof Fields)[];
  const conflicts = names.filter(
    (field) =>
      !isSame(mine[field], base[field]) && !isSame(theirs[field], base[field]) && !isSame(mine[field], theirs[field]),
  );
  const [merged, typedOn] = [{ ...mine }, { ...theirs }];
  for (const field of names) {
    if (isSame(mine[field], base[field])) merged[field] = theirs[field];
  }
  for (const field of conflicts) typedOn[field] = base[field];
  return { mine: merged, base: typedOn, conflicts };
}

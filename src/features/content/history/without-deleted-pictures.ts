import type { Picture } from '../../media/schema.ts';

/** A content whose deleted pictures, by their hashes, are null. */
export function withoutDeletedPictures(value: unknown, deleted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDeletedPictures(item, deleted));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isDeleted = key === 'image' && deleted.has((item as Picture | null)?.sha256 ?? '');
      return [key, isDeleted ? null : withoutDeletedPictures(item, deleted)];
    }),
  );
}

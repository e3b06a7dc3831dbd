import { type SubjectKind, type Subjects, formatPerson } from '../schema.ts';

/** Shown in place of a subject that is deleted. */
const DELETED = { location: 'Deleted location', board: 'Deleted board', user: 'Deleted user' } as const;

/** The page of the back office for a subject; undefined where it is deleted. */
export function getSubjectPath({ user, board, location }: Subjects, kind: SubjectKind): string | undefined {
  if (kind === 'location') return location ? `/admin/locations/${location.id}` : undefined;
  if (kind === 'user') return user?.enabled_at ? `/admin/users/${user.id}` : undefined;
  if (!board) return undefined;
  // Private boards belong to the Locations Team, whose boards are not listed under users.
  return board.private ? `/boards/${board.id}` : `/admin/users/${board.user_id}/boards/${board.id}`;
}

/** The title of a subject, or the name of a user. */
export function getSubjectTitle(subjects: Subjects, kind: SubjectKind): string {
  if (kind === 'user') return subjects.user ? formatPerson(subjects.user) : DELETED.user;
  const subject = subjects[kind];
  return subject ? subject.title || 'Untitled' : DELETED[kind];
}

/** The title of a subject, as a link to its page while it exists. */
export function EntrySubject({ subjects, kind }: { subjects: Subjects; kind: SubjectKind }) {
  const href = getSubjectPath(subjects, kind);
  const title = getSubjectTitle(subjects, kind);
  return href === undefined ? <span className="muted">{title}</span> : <a href={href}>{title}</a>;
}

import { displayName } from '@marketplace/shared/users/names';

/** What somebody is called; 'Deleted user' for those who left, and for null. */
export function personName(
  person: {
    firstName: string | null;
    lastName: string | null;
    username: string | null;
    deletedAt: Date | null;
  } | null,
): string {
  return person && !person.deletedAt ? displayName(person) : 'Deleted user';
}

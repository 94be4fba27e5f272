type Names = Partial<Record<'firstName' | 'lastName' | 'username', string | null>>;

/** Returns a person's name: first and last name, or else the username, or else 'User'. */
export function displayName({ firstName, lastName, username }: Names): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || 'User';
}

/** Returns the name that others see: 'Deleted user' for a deleted account or null. */
export function personName(person: (Names & { deletedAt: Date | null }) | null): string {
  return person && !person.deletedAt ? displayName(person) : 'Deleted user';
}

/** Returns one or two capitals that replace a missing picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** Returns 'j•••@e•••.com' for 'jane@example.com', the form that everyone but admins sees. */
export function maskEmail(email: string): string {
  const [mailbox = '', domain = ''] = email.split('@');
  const dot = domain.lastIndexOf('.');
  const ending = dot > 0 ? domain.slice(dot) : '';
  return `${[...mailbox][0] ?? ''}•••@${[...domain][0] ?? ''}•••${ending}`;
}

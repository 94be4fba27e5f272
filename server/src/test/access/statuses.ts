/**
 * The callers: a visitor; a user without relation to the others; the owner, who sells; the other,
 * who has written to the owner and reviewed them; a deactivated user with an old session; and an
 * admin who is none of these.
 */
export const roles = ['visitor', 'user', 'owner', 'other', 'deactivated', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The HTTP status of a response. 'nothing' is a 200 that changed nothing. */
export type Expected = number | 'nothing';
export type Statuses = Record<Role, Expected>;

/** Returns the same status for all roles, with exceptions. */
export function everybody(status: Expected, but: Partial<Statuses> = {}): Statuses {
  const same = Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
  return { ...same, ...but };
}

/**
 * Returns the same status for all roles with a session, with exceptions, and 401 for the others.
 */
export function signedIn(status: Expected, but: Partial<Statuses> = {}): Statuses {
  return everybody(status, { visitor: 401, deactivated: 401, ...but });
}

/** Returns this status for admins, and 401 for the others. */
export function admins(status: Expected = 200): Statuses {
  return everybody(401, { admin: status });
}

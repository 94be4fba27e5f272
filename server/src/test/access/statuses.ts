import type { World } from './world.ts';

/**
 * Who calls: a visitor; a user who has nothing to do with the people of the world; the owner, who
 * sells; the other, who has written to the owner and reviewed them; somebody deactivated, whose
 * session is left over; an admin who is none of these.
 */
export const roles = ['visitor', 'user', 'owner', 'other', 'deactivated', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The HTTP status of an answer; 'nothing' is a 200 that changed nothing. */
export type Expected = number | 'nothing';
export type Statuses = Record<Role, Expected>;

/** A line of the matrix: what each role gets, for what. */
export type Row<Sent> = readonly [Statuses, ((world: World) => Sent | Promise<Sent>)?];

/** The same for everybody, signed in or not. */
export function everybody(status: Expected, but: Partial<Statuses> = {}): Statuses {
  const same = Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
  return { ...same, ...but };
}

/** The same for everybody with a session, but for those named; a 401 without one. */
export function signedIn(status: Expected, but: Partial<Statuses> = {}): Statuses {
  return everybody(status, { visitor: 401, deactivated: 401, ...but });
}

/** A 401 for all others. */
export function admins(status: Expected = 200): Statuses {
  return everybody(401, { admin: status });
}

/** Part of the list of users at an instance. All parts with one `round` form the full list. */
interface UserList {
  users: [userId: string, since: number][];
  round: number;
  last: boolean;
}

type Instance = { heardAt: number; users: Map<string, { since: number; round: number }> };

/**
 * Tracks who is online, by sockets at this instance and by messages at the others. Calls `onChange`
 * when a user comes online or goes offline everywhere. Times are in epoch milliseconds.
 */
export function createPresenceRegistry(onChange: (userId: string, since: number | null) => void) {
  const here = new Map<string, number>();
  const instances = new Map<string, Instance>();

  /** Returns when the user came online, or null if the user is offline. */
  const since = (userId: string): number | null => {
    let earliest = here.get(userId) ?? Infinity;
    for (const { users } of instances.values()) {
      earliest = Math.min(earliest, users.get(userId)?.since ?? Infinity);
    }
    return earliest === Infinity ? null : earliest;
  };
  const changing = (userId: string, change: () => void) => {
    const before = since(userId);
    change();
    const after = since(userId);
    if ((before === null) !== (after === null)) onChange(userId, after);
  };
  const heardFrom = (name: string): Instance => {
    const known = instances.get(name) ?? { heardAt: 0, users: new Map() };
    known.heardAt = Date.now();
    instances.set(name, known);
    return known;
  };

  return {
    since,
    addHere: (userId: string) => changing(userId, () => here.set(userId, Date.now())),
    removeHere: (userId: string) => changing(userId, () => here.delete(userId)),
    allHere: () => [...here],
    addElsewhere(name: string, { users: list, round, last }: UserList) {
      const { users } = heardFrom(name);
      for (const [userId, time] of list) {
        changing(userId, () => users.set(userId, { since: time, round }));
      }
      if (!last) return;
      for (const [userId, known] of users) {
        if (known.round < round) changing(userId, () => users.delete(userId));
      }
    },
    removeElsewhere(name: string, userId: string) {
      const { users } = heardFrom(name);
      changing(userId, () => users.delete(userId));
    },
    /** Returns how many users are known to be online at an instance, or null if it is unknown. */
    countElsewhere(name: string): number | null {
      const isKnown = instances.has(name);
      const { users } = heardFrom(name);
      return isKnown ? users.size : null;
    },
    dropSilent(silenceMs: number) {
      for (const [name, { heardAt, users }] of instances) {
        if (Date.now() - heardAt < silenceMs) continue;
        for (const userId of users.keys()) changing(userId, () => users.delete(userId));
        instances.delete(name);
      }
    },
  };
}

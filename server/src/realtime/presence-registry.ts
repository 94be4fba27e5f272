/** Who is online: at this instance by its sockets, at the others by what they tell. */
export interface PresenceRegistry {
  /** Epoch milliseconds, or null while the user is offline. */
  since(userId: string): number | null;
  addHere(userId: string): void;
  removeHere(userId: string): void;
  /** Everybody online here, with since when. */
  allHere(): [userId: string, since: number][];
  isHere(userId: string): boolean;
  addElsewhere(instance: string, list: Elsewhere): void;
  removeElsewhere(instance: string, userId: string): void;
  /** How many are known to be online at that instance; null when it was never heard of. */
  countElsewhere(instance: string): number | null;
  /** Drops the instances that were silent for `silenceMs`. */
  dropSilent(silenceMs: number): void;
}

/** A list of users at another instance: all with one `round` are one full list, `last` ends it. */
export interface Elsewhere {
  users: [userId: string, since: number][];
  round: number;
  last: boolean;
}

interface Instance {
  heard: number;
  users: Map<string, { since: number; round: number }>;
}

/** `onChange` is called when somebody comes online or goes offline, seen over all instances. */
export function createPresenceRegistry(
  onChange: (userId: string, since: number | null) => void,
): PresenceRegistry {
  const here = new Map<string, number>();
  const instances = new Map<string, Instance>();

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
  const heardOf = (name: string): Instance => {
    const known = instances.get(name) ?? { heard: 0, users: new Map() };
    known.heard = Date.now();
    instances.set(name, known);
    return known;
  };

  return {
    since,
    addHere: (userId) => changing(userId, () => here.set(userId, Date.now())),
    removeHere: (userId) => changing(userId, () => here.delete(userId)),
    allHere: () => [...here],
    isHere: (userId) => here.has(userId),
    addElsewhere(name, { users: list, round, last }) {
      const { users } = heardOf(name);
      for (const [userId, time] of list) {
        changing(userId, () => users.set(userId, { since: time, round }));
      }
      if (!last) return;
      for (const [userId, known] of users) {
        if (known.round < round) changing(userId, () => users.delete(userId));
      }
    },
    removeElsewhere(name, userId) {
      const { users } = heardOf(name);
      changing(userId, () => users.delete(userId));
    },
    countElsewhere(name) {
      const isKnown = instances.has(name);
      const { users } = heardOf(name);
      return isKnown ? users.size : null;
    },
    dropSilent(silenceMs) {
      for (const [name, { heard, users }] of instances) {
        if (Date.now() - heard < silenceMs) continue;
        for (const userId of users.keys()) changing(userId, () => users.delete(userId));
        instances.delete(name);
      }
    },
  };
}

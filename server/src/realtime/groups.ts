export type Groups<Item> = ReturnType<typeof createGroups<Item>>;

/** Creates sets of items by key. A key is removed with its last item. */
export function createGroups<Item>() {
  const groups = new Map<string, Set<Item>>();
  return {
    /** Adds an item. The returned function removes it. */
    add(key: string, item: Item): () => void {
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(item));
      return () => {
        group.delete(item);
        if (group.size === 0 && groups.get(key) === group) groups.delete(key);
      };
    },
    of: (key: string): Iterable<Item> => groups.get(key) ?? [],
    has: (key: string) => groups.has(key),
    keys: () => [...groups.keys()],
  };
}

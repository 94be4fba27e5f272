import type { Databases } from './databases.ts';

/** The size of a run. docs/performance.md has results at `fullScale`. */
export interface Scale {
  rounds: number;
  /** The duration of the load in a turn, in ms. */
  loadMs: number;
  /** Calls per turn, for a median or a 99th percentile. */
  calls: number;
  /** Listings in the usual database, and (`few`, `many`) in the two that are compared. */
  listings: number;
  few: number;
  many: number;
  conversations: number;
  /** How often all conversations send at the same time in a turn. */
  waves: number;
  /** Saved searches that a new listing is compared with. */
  searches: number;
  sockets: number;
  /** Idle sockets that are open while others send messages. */
  idleSockets: number;
  /** Listings with photos that are posted in a turn. */
  posts: number;
  /** The duration of the reports in a turn, in ms. */
  reportMs: number;
  /** Visitors who view the same listing. */
  watchers: number;
  /** The number of the page that is compared with page 1. */
  deepPage: number;
  longConversation: number;
  manyConversations: number;
  /** The duration of the overload, in ms. */
  overloadMs: number;
  /**
   * The number of people online in the benchmark `day`, its duration, and each person's average
   * pause between two actions, both in ms.
   */
  people: number;
  dayMs: number;
  thinkMs: number;
}

export const fullScale: Scale = {
  ...{ rounds: 5, loadMs: 3_000, calls: 1_500 },
  ...{ listings: 100_000, few: 10_000, many: 1_000_000 },
  ...{ conversations: 200, waves: 10, searches: 100_000, sockets: 5_000, idleSockets: 1_800 },
  ...{ posts: 20, reportMs: 5_000, watchers: 500, deepPage: 1_000 },
  ...{ longConversation: 100_000, manyConversations: 10_000, overloadMs: 20_000 },
  ...{ people: 300, dayMs: 180_000, thinkMs: 5_000 },
};

export const smallScale: Scale = {
  ...fullScale,
  ...{ rounds: 3, loadMs: 500, calls: 40 },
  ...{ listings: 30_000, few: 3_000, many: 30_000 },
  ...{ conversations: 200, waves: 3, searches: 20_000, sockets: 500, idleSockets: 500 },
  ...{ posts: 4, reportMs: 1_000 },
  ...{ longConversation: 20_000, manyConversations: 2_000, overloadMs: 2_000 },
  ...{ dayMs: 8_000 },
};

/** Runs everything once, to check that it works. Its results mean nothing. */
export const quickScale: Scale = {
  ...smallScale,
  ...{ rounds: 1, loadMs: 100, calls: 3 },
  ...{ listings: 1_000, few: 1_000, many: 1_000 },
  ...{ conversations: 10, waves: 1, searches: 500, sockets: 20, idleSockets: 20 },
  ...{ posts: 2, reportMs: 200, watchers: 20, deepPage: 10 },
  ...{ longConversation: 500, manyConversations: 50, overloadMs: 200 },
  ...{ people: 10, dayMs: 0, thinkMs: 50 },
};

/** The input of every benchmark. */
export interface Bench {
  databases: Databases;
  /** A directory for the servers' files. */
  directory: string;
  scale: Scale;
  log(line: string): void;
}

import type { Databases } from './databases.ts';

/** How much of everything: the figures of performance.md, or less for a quick look. */
export interface Scale {
  rounds: number;
  /** Milliseconds of load in a turn. */
  loadMs: number;
  /** Calls of which a turn takes the median or the 99th percentile. */
  calls: number;
  /** Listings of the usual database, and of those that are compared. */
  listings: number;
  few: number;
  many: number;
  conversations: number;
  /** How often all conversations send at once in a turn. */
  waves: number;
  /** Standing searches that a new listing is compared with. */
  searches: number;
  sockets: number;
  /** Sockets that are silent while others talk. */
  idleSockets: number;
  /** Listings with photos that a turn posts. */
  posts: number;
  /** Milliseconds of reports in a turn. */
  reportMs: number;
  /** Visitors who look at one listing. */
  watchers: number;
  /** The page that is compared with the first one. */
  deepPage: number;
  longConversation: number;
  manyConversations: number;
  /** Milliseconds of ten times too much. */
  overloadMs: number;
  /** The day in one: people on line, milliseconds, and those they think between two things they do. */
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

/** Everything once, to see that it works; its figures mean nothing. */
export const quickScale: Scale = {
  ...smallScale,
  ...{ rounds: 1, loadMs: 100, calls: 3 },
  ...{ listings: 1_000, few: 1_000, many: 1_000 },
  ...{ conversations: 10, waves: 1, searches: 500, sockets: 20, idleSockets: 20 },
  ...{ posts: 2, reportMs: 200, watchers: 20, deepPage: 10 },
  ...{ longConversation: 500, manyConversations: 50, overloadMs: 200 },
  ...{ people: 10, dayMs: 0, thinkMs: 50 },
};

/** What every work is given. */
export interface Bench {
  databases: Databases;
  /** For whatever the servers write. */
  directory: string;
  scale: Scale;
  log(line: string): void;
}

import { AppError } from '../errors.ts';
import { networksOf, siteOf } from './networks.ts';

/**
 * The load that a server accepts. More load is refused at once instead of slowing everyone down.
 * Three requests per connection of the pool keep it busy, and as many more wait as one second can
 * serve. One network gets two calls or one page at a time, and on average 100 calls or 16 pages per
 * second, so that others get most of the process.
 */
export const admissionLimits = {
  /** Weights of work in progress and of waiting work. A call weighs 1, a page 6, a picture 1/8. */
  inWork: 60,
  inWorkOfNetwork: 2,
  waiting: 300,
  waitingOfNetwork: 150,
  /** The longest wait while the server is full, or just the network, which slows down no other. */
  timeoutMs: 1_000,
  networkTimeoutMs: 5_000,
  /** Weight that one network may request at once, and per second after that. */
  burstOfNetwork: 500,
  perSecondOfNetwork: 100,
  /** The most open WebSockets of one network, of the visitors in it, and of one user. */
  socketsOfNetwork: 250,
  visitorSocketsOfNetwork: 200,
  socketsOfUser: 25,
};

export type AdmissionLimits = typeof admissionLimits;

export interface Refusal {
  code: 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE';
  message: string;
  /** The time after which a retry makes sense, in whole seconds. */
  retryAfter: number;
}

/** Work that waits or runs. */
export type Turn = ReturnType<Admission['enter']>;

export type Admission = ReturnType<typeof createAdmission>;

const busy: Refusal = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The server is busy. Please try again in a moment.',
  retryAfter: 2,
};

const tooMuch = (retryAfter = 2): Refusal => ({
  code: 'TOO_MANY_REQUESTS',
  message: 'Too many requests from your network. Please wait a moment and try again.',
  retryAfter,
});

interface Work {
  site: string;
  weight: number;
  decide(refusal: Refusal | null): void;
  timer?: NodeJS.Timeout;
}

/** Sums amounts by key. A key whose sum is 0 is removed. */
class Tally {
  total = 0;
  readonly #amounts = new Map<string, number>();
  of = (key: string) => this.#amounts.get(key) ?? 0;
  add(key: string, amount: number): void {
    this.total += amount;
    const sum = this.of(key) + amount;
    if (sum > 0) this.#amounts.set(key, sum);
    else this.#amounts.delete(key);
  }
}

/** Shares one process among networks. `factor` (RATE_LIMIT_FACTOR) multiplies their limits. */
export function createAdmission(
  limits: AdmissionLimits,
  factor: number,
  isUnderPressure: () => boolean = () => false,
) {
  const { refusalOf, enter } = createTurns(limits, factor, isUnderPressure);
  return {
    /** Returns the refusal if work of this weight could not even wait, or null. */
    refusalNow: (ip: string, weight: number) => refusalOf(siteOf(ip), weight),
    /** Spends weight from the network's budget, or returns a refusal. */
    spend: createBudget(limits, factor),
    /** Begins work, or queues it until other work ends. */
    enter,
    /** Resolves when a call may begin, with a function that ends it. Throws the refusal. */
    async enterCall(ip: string, weight = 1) {
      const turn = enter(ip, weight);
      const refusal = await turn.begins;
      if (refusal) throw new AppError(refusal.code, refusal.message, refusal);
      return turn.end;
    },
    /** Counts a socket until the returned function is called. Returns null beyond the limit. */
    openSocket: createSocketLimit(limits, factor),
  };
}

/** Begins work in order of arrival while there is room, skipping networks above their share. */
function createTurns(limits: AdmissionLimits, factor: number, isUnderPressure: () => boolean) {
  const line = new Set<Work>();
  const working = new Set<Work>();
  const inWork = new Tally();
  const waiting = new Tally();

  const isWorking = () => inWork.total >= limits.inWork;
  const isNetworkWorking = (site: string) => inWork.of(site) >= limits.inWorkOfNetwork * factor;
  const refusalOf = (site: string, weight: number): Refusal | null => {
    if (isUnderPressure() || (isWorking() && waiting.total >= limits.waiting)) return busy;
    const isLineFull = waiting.of(site) + weight > limits.waitingOfNetwork * factor;
    return isNetworkWorking(site) && isLineFull ? tooMuch() : null;
  };
  const begin = (work: Work) => {
    working.add(work);
    inWork.add(work.site, work.weight);
    work.decide(null);
  };
  const queue = (work: Work) => {
    line.add(work);
    waiting.add(work.site, work.weight);
    const isFull = isWorking();
    const giveUp = () => {
      leaveLine(work);
      work.decide(isFull ? busy : tooMuch());
    };
    work.timer = setTimeout(giveUp, isFull ? limits.timeoutMs : limits.networkTimeoutMs);
  };
  const leaveLine = (work: Work) => {
    clearTimeout(work.timer);
    line.delete(work);
    waiting.add(work.site, -work.weight);
  };
  const end = (work: Work) => {
    if (line.has(work)) {
      leaveLine(work);
      work.decide(busy);
    } else if (working.delete(work)) {
      inWork.add(work.site, -work.weight);
      for (const next of line) {
        if (isWorking()) return;
        if (isNetworkWorking(next.site)) continue;
        leaveLine(next);
        begin(next);
      }
    }
  };

  const enter = (ip: string, weight: number) => {
    const { promise: begins, resolve: decide } = Promise.withResolvers<Refusal | null>();
    const work: Work = { site: siteOf(ip), weight, decide };
    const refusal = refusalOf(work.site, weight);
    if (refusal) decide(refusal);
    else if (isWorking() || isNetworkWorking(work.site)) queue(work);
    else begin(work);
    return {
      /** Resolves with null when the work may begin, or with the refusal. */
      begins,
      isWaiting: () => line.has(work),
      /** Ends the work or the wait. It is safe to call it twice. */
      end: () => end(work),
    };
  };

  return { refusalOf, enter };
}

type SocketOwner = { ip: string } | { visitorIp: string } | { userId: string };

function createSocketLimit(limits: AdmissionLimits, factor: number) {
  const { socketsOfNetwork, visitorSocketsOfNetwork, socketsOfUser } = limits;
  const open = new Tally();
  const ofNetworks = (ip: string, kind: string, max: number) =>
    networksOf(ip).map(({ network, share }) => ({ key: kind + network, max: max * share }));
  /** `of` is a network, the visitors in it, or a user. */
  const countedFor = (of: SocketOwner) => {
    if ('userId' in of) return [{ key: of.userId, max: socketsOfUser }];
    if ('ip' in of) return ofNetworks(of.ip, '', socketsOfNetwork);
    return ofNetworks(of.visitorIp, 'visitors ', visitorSocketsOfNetwork);
  };
  return (of: SocketOwner): (() => void) | null => {
    const counted = countedFor(of);
    if (counted.some(({ key, max }) => open.of(key) >= max * factor)) return null;
    for (const { key } of counted) open.add(key, 1);
    return () => {
      for (const { key } of counted) open.add(key, -1);
    };
  };
}

/** Creates token buckets, each stored as the time when it is full again (GCRA). */
function createBudget({ burstOfNetwork, perSecondOfNetwork }: AdmissionLimits, factor: number) {
  /** The time when each bucket is full, by `performance.now()`. The last entry was used last. */
  const fullAt = new Map<string, number>();
  const msToFill = (1000 * burstOfNetwork) / perSecondOfNetwork;
  return (ip: string, weight: number): Refusal | null => {
    const now = performance.now();
    for (const [network, time] of fullAt) {
      if (time > now) break;
      fullAt.delete(network);
    }
    const buckets = networksOf(ip).map(({ network, share }) => {
      const cost = (1000 * weight) / (perSecondOfNetwork * factor * share);
      return { network, full: Math.max(now, fullAt.get(network) ?? 0) + cost };
    });
    // Rounded to whole milliseconds, because the sums have rounding errors.
    const wait = Math.round(Math.max(...buckets.map(({ full }) => full - now - msToFill)));
    if (wait > 0) return tooMuch(Math.ceil(wait / 1000));
    for (const { network, full } of buckets) {
      fullAt.delete(network);
      fullAt.set(network, full);
    }
    return null;
  };
}

/** The goal for our result's ratio to the baseline's (the `floor`), or for our result. */
export type Target = { atLeast: number } | { atMost: number };

/** The results of one turn by their unit, such as `{ 'requests/s': 1200 }`. */
export type Measurements = Record<string, number>;

/** A measurement that is compared with a baseline, and its goals by unit. */
export interface Contender {
  work: string;
  targets: Record<string, Target>;
  /** Goals for our results alone, whatever the baseline's are. */
  limits?: Record<string, Target>;
  measure(): Promise<Measurements>;
}

/** One line of the results: the medians over the rounds, and the median of the rounds' ratios. */
export interface Figure {
  work: string;
  unit: string;
  ours: number;
  /** `floor` and `ratio` are absent if `ours` has a limit and is not compared. */
  floor?: number;
  ratio?: number;
  target: Target;
  isMet: boolean;
  rounds: number;
}

/**
 * Measures the baseline and then each contender, `rounds` times in turn, so that other work on this
 * machine affects all of them alike. If there are several rounds, an additional first one warms up
 * and does not count.
 */
export async function compare(
  rounds: number,
  floor: () => Promise<Measurements>,
  contenders: Contender[],
): Promise<Figure[]> {
  const turns: { floor: Measurements; ours: Measurements[] }[] = [];
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
    const turn = { floor: await floor(), ours: [] as Measurements[] };
    for (const { measure } of contenders) turn.ours.push(await measure());
    if (round > 0) turns.push(turn);
  }
  return contenders.flatMap(({ work, targets, limits = {} }, at) => {
    const ofUnit = (unit: string) => turns.map((turn) => turn.ours[at]?.[unit] ?? Number.NaN);
    const compared = Object.entries(targets).map(([unit, target]) => {
      const ours = ofUnit(unit);
      const floors = turns.map((turn) => turn.floor[unit] ?? Number.NaN);
      const ratio = median(ours.map((value, round) => value / (floors[round] ?? Number.NaN)));
      const medians = { floor: median(floors), ours: median(ours) };
      return judge({ work, unit, target, rounds, ratio, ...medians });
    });
    const limited = Object.entries(limits).map(([unit, target]) =>
      judge({ work, unit, target, rounds, ours: median(ofUnit(unit)) }),
    );
    return [...compared, ...limited];
  });
}

export function judge(figure: Omit<Figure, 'isMet'>): Figure {
  const { ours, ratio = ours, target } = figure;
  const isMet = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
  return { ...figure, isMet };
}

/** Returns the smallest value that is not exceeded by at least a `share` (0 to 1) of the values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/**
 * A turn ends after this many milliseconds, even before its last call, because some baselines take
 * a second per call.
 */
const turnMs = 10_000;

/** Returns how long each of `calls` calls takes, one after the other, in ms. */
export async function time(
  calls: number,
  call: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + turnMs;
  for (let n = 0; n < calls && performance.now() < end; n++) {
    const start = performance.now();
    await call(n);
    times.push(performance.now() - start);
  }
  return times;
}

/** What a ratio of ours to the floor has to be, or a figure itself. */
export type Target = { atLeast: number } | { atMost: number };

/** The figures of one turn by their unit: `{ 'requests/s': 1200 }`. */
export type Taken = Record<string, number>;

/** Something that is measured against a floor, in which units, and what is to be reached. */
export interface Contender {
  work: string;
  targets: Record<string, Target>;
  /** What figures have to be in themselves, whatever the floor's are. */
  limits?: Record<string, Target>;
  take(): Promise<Taken>;
}

/** One line of the results: medians over the rounds, and the median of the rounds' own ratios. */
export interface Figure {
  work: string;
  unit: string;
  ours: number;
  /** Both are absent where `ours` has a limit and is not compared. */
  floor?: number;
  ratio?: number;
  target: Target;
  isMet: boolean;
  rounds: number;
}

/**
 * Takes turns, `rounds` times: the floor, then each contender, so that what else this machine does
 * meets all of them alike. A first round, of several, warms up and is left out.
 */
export async function compare(
  rounds: number,
  floor: () => Promise<Taken>,
  contenders: Contender[],
): Promise<Figure[]> {
  const turns: { floor: Taken; ours: Taken[] }[] = [];
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
    const turn = { floor: await floor(), ours: [] as Taken[] };
    for (const { take } of contenders) turn.ours.push(await take());
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

/** Adds whether the target is met. */
export function judge(figure: Omit<Figure, 'isMet'>): Figure {
  const { ours, ratio = ours, target } = figure;
  const isMet = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
  return { ...figure, isMet };
}

/** The smallest value that at least a share (0 to 1) of the values do not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** Milliseconds after which a turn ends, however many calls it was to make: some floors take a second for one. */
const turnMs = 10_000;

/** How long each of so many calls takes, one after the other, in ms. */
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

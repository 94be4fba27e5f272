/** Returns what `act` returns; undefined if it throws, as storage does where a browser forbids it. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

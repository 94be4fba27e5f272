/**
 * Returns the CPU time of this thread for `run` in ms, which does not depend on other processes.
 */
export function cpuTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

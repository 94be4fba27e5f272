/** Returns this thread's CPU time for `run` in ms, whatever other processes do. */
export function cpuTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

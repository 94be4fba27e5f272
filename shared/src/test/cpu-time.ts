/** How long this thread works on `run`, in ms, whatever else the machine does meanwhile. */
export function cpuTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Whether a host name of an address, brackets included, means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths, whatever the kernel's own tick is (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of CPU that a process has used so far, user and system, all its threads. Requests per CPU second is
 * "per core" in our goals: other programs on the machine hardly change it, where they halve requests per second.
 * Linux only (`/proc`).
 */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name stands in brackets and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The process and those that it has started, which have not ended. Linux only. */
export function processAndChildren(pid: number): number[] {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.filter((other) => parentOf(other) === pid).map(Number)];
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It ended while we looked.
    return null;
  }
}

/** Resident memory of a process in MB (10⁶ bytes), now and at its highest. Linux only. */
export function residentMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmRSS');
}
export function peakMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmHWM');
}

function readMegabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}

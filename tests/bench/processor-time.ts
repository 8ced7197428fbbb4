import { readFileSync } from 'node:fs'

/** Ticks of Linux's process times, whatever the processor. */
const TICKS_PER_SECOND = 100

/** Processor time of a process since it started, in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

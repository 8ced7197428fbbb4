import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of Linux's process times, whatever the processor. */
const TICKS_PER_SECOND = 100

/**
 * Processor time of a process since it started, in seconds; 0 if there is none.
 * @param isWithEnded that of its children that have ended, too
 */
export function cpuSeconds(pid: number, isWithEnded = false): number {
  const fields = statOf(pid).slice(11, isWithEnded ? 15 : 13)
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

/** The same of a process and of all its children, in seconds. */
export function familySeconds(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === pid,
  )
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), cpuSeconds(pid, true))
}

/** Fields of a process after its name; none if it has ended. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

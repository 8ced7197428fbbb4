import { readFileSync } from 'node:fs'

/** A system call of the trace, at the place where it ended. */
export interface TracedCall {
  name: string
  /** Number and path of the first argument's descriptor. */
  fd: number
  path: string
  /** The arguments as strace writes them. */
  text: string
  result: number
}

/** Calls of `strace -f -y`, in the order in which they ended. One that another thread interrupts is one call again. */
export function readTrace(file: string): TracedCall[] {
  const begun = new Map<string, string>()
  const calls: TracedCall[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1]
    if (unfinished !== undefined) {
      begun.set(thread, unfinished)
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1]
    const whole = resumed === undefined ? rest : `${begun.get(thread) ?? ''}${resumed}`
    const [, name = '', fd, path = '', text = '', result] =
      /^(\w+)\((\d+)<([^>]*)>(.*)\) += (-?\d+)/.exec(whole) ?? []
    if (fd !== undefined) calls.push({ name, fd: Number(fd), path, text, result: Number(result) })
  }
  return calls
}

import * as z from 'zod'

const entrySchema = z.object({ level: z.string(), message: z.string(), cause: z.string().optional() })

/** What a sidecar says, for the log: its own entries are JSON, of which the time is said by ours already. */
export function sidecarLine(name: string, line: string): string {
  const entry = entrySchema.safeParse(parse(line)).data
  if (!entry) return `${name}: ${line}`
  return `${name}: ${entry.level} ${entry.message}${entry.cause === undefined ? '' : `: ${entry.cause}`}`
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

import * as z from 'zod'

const entrySchema = z.object({ level: z.string(), message: z.string(), cause: z.string().optional() })

/** Log line of a sidecar's output: its entries are JSON, whose time is left out because ours has one. */
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

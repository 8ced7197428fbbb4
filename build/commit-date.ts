import { execFileSync } from 'node:child_process'

/**
 * Seconds since 1970 of the commit that is built: the one time that a build may have, since it is the same each time.
 * From `SOURCE_DATE_EPOCH`, as distributions set it, or else from git; `null` where neither is.
 */
export function commitEpoch(root: string, env: NodeJS.ProcessEnv = process.env): number | null {
  const set = env['SOURCE_DATE_EPOCH']
  if (set !== undefined && set !== '') {
    if (!/^\d{1,11}$/.test(set)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${set}`)
    return Number(set)
  }
  try {
    const said = execFileSync('git', ['-C', root, 'log', '-1', '--format=%ct'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /^\d+\n$/.test(said) ? Number(said) : null
  } catch {
    return null
  }
}

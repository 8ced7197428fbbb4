import { execFileSync } from 'node:child_process'

/** Seconds since 1970 that every file of a package is dated with: `SOURCE_DATE_EPOCH`, or the commit's date. */
export function commitDate(root: string, env: NodeJS.ProcessEnv = process.env): number {
  const given = env['SOURCE_DATE_EPOCH']
  const text = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  const epoch = Number(text)
  if (text.trim() === '' || !Number.isInteger(epoch) || epoch < 0) throw new Error(`not a date: ${text}`)
  return epoch
}

/** What a process of ours needs of the environment; keys and tokens of the parent's are not among it. */
const INHERITED = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
]

/** The part of the environment that sidecars inherit, whatever starts them. */
export const inheritedEnv = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((key) => (env[key] ? [[key, env[key]]] : [])))

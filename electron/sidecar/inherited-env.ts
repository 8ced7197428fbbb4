/** Environment variables that our processes need; keys and tokens of the parent are left out. */
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

/** Part of the environment that sidecars inherit, on any host. */
export const inheritedEnv = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((key) => (env[key] ? [[key, env[key]]] : [])))

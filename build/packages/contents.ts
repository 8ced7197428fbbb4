import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'

type Rule = readonly [why: string, pattern: RegExp]

/** By path, with slashes, from the root of what is looked through. */
const NAMES: readonly Rule[] = [
  ['a test', /(?:^|\/)(?:tests?|__tests__|spec|fixtures)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/],
  ['a source', /\.(?:[cm]?tsx?|jsx|cc|cpp|cxx|c|h|hpp|mm|gyp|gypi)$/],
  ['a source map', /\.map$/],
  [
    'settings of development',
    /(?:^|\/)(?:tsconfig[^/]*\.json|\.npmrc|\.git[^/]*|\.editorconfig|\.ox[^/]*|\.prettier[^/]*|package-lock\.json|\.package-lock\.json)$|(?:^|\/)\.(?:git|github|vscode|idea|cache)\//,
  ],
  ['an environment', /(?:^|\/)\.env(?:\.[^/]+)?$/],
  ['a key or a certificate', /\.(?:pem|key|p12|pfx|jks|keystore|cer|crt)$|(?:^|\/)id_(?:rsa|ed25519|ecdsa)$/],
  ['data of somebody', /\.(?:db|sqlite3?|db-wal|db-shm|dmp|log)$/],
  ['a remain of a tool', /(?:^|\/)(?:\.DS_Store|Thumbs\.db|[^/]*~|[^/]*\.(?:orig|rej|swp|bak|tmp))$/],
]

/**
 * By text. Keys are as our own programs make them (`service/cli/api-keys.ts`, `relay/office/secrets.ts`), and as others
 * do whose keys lie about on a developer's machine; an operator's may be of any form.
 */
const TEXTS: readonly Rule[] = [
  // A library may name the frame of a key; a key has its content too.
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\s|\\[nr])*[\w+/=]{32}/],
  ['an API key of the service', /(?<![\w-])dev_[\w-]{32}(?![\w-])/],
  ['a secret of the relay', /(?<![\w-])(?:rly|rla|whk)_[\w-]{43}(?![\w-])/],
  [
    'a key of another service',
    /(?<![\w-])(?:[sp]k_(?:live|test)_\w{16,}|npm_\w{36}|gh[pousr]_\w{36}|github_pat_\w{60,}|AKIA[0-9A-Z]{16}|xox[abpr]-[\w-]{20,})(?![\w-])/,
  ],
  ['a source map', /^\/\/[#@]\s*sourceMappingURL=/m],
  // Emscripten gives its programs a home of their own.
  [
    'a directory of somebody',
    /(?<![\w.:~-])\/(?:home|Users)\/(?!web_user\b)[\w.@-]+|(?<![\w.~-])\/root\/[\w.@-]+|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[\w.@-]+/,
  ],
  ['a temporary directory', /(?<![\w.~-])\/(?:tmp|var\/folders|var\/tmp)\/[\w.@-]+/],
]

/** Text has no such byte, and every program has. */
const SNIFFED = 8_192

/**
 * What must not be in a package: tests, sources, keys, and what tells of the machine that made it. Programs are looked
 * at by their name alone: they hold the directories of those who compiled them.
 * @param paths files, and directories with all in them
 * @returns each with its reason, by path; none for a package that may go out
 */
export async function forbiddenIn(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths)
    for (const file of await filesOf(path)) found.push(...(await forbiddenInFile(file.path, file.name)))
  return found.toSorted()
}

async function forbiddenInFile(path: string, name: string): Promise<string[]> {
  const byName = NAMES.filter(([, pattern]) => pattern.test(name)).map(([why]) => `${name}: ${why}`)
  const bytes = await readFile(path)
  if (bytes.subarray(0, SNIFFED).includes(0)) return byName
  const text = bytes.toString('latin1')
  return [
    ...byName,
    ...TEXTS.flatMap(([why, pattern]) => {
      const said = pattern.exec(text)?.[0]
      return said === undefined ? [] : [`${name}: ${why} (${said.slice(0, 40)})`]
    }),
  ]
}

async function filesOf(path: string): Promise<{ path: string; name: string }[]> {
  if ((await stat(path)).isFile()) return [{ path, name: basename(path) }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file, name: relative(path, file).split(sep).join('/') }))
}

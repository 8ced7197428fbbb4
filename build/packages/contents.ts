import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'

type Rule = readonly [why: string, pattern: RegExp]

/** Patterns on paths from the root of the package, with slashes. */
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
 * Patterns on text. The keys have the form of our own programs (`service/command-line.ts`,
 * `relay/office/secrets.ts`), or of keys that are common on the machines of developers. Keys of an operator may have
 * any form.
 */
const TEXTS: readonly Rule[] = [
  // A library may contain the header of a key. Only a real key has content after the header.
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\s|\\[nr])*[\w+/=]{32}/],
  ['an API key of the service', /(?<![\w-])dev_[\w-]{32}(?![\w-])/],
  ['a secret of the relay', /(?<![\w-])(?:rly|rla|whk)_[\w-]{43}(?![\w-])/],
  [
    'a key of another service',
    /(?<![\w-])(?:[sp]k_(?:live|test)_\w{16,}|npm_\w{36}|gh[pousr]_\w{36}|github_pat_\w{60,}|AKIA[0-9A-Z]{16}|xox[abpr]-[\w-]{20,})(?![\w-])/,
  ],
  ['a source map', /^\/\/[#@]\s*sourceMappingURL=/m],
  // Emscripten programs contain a home directory of their own.
  [
    'a directory of somebody',
    /(?<![\w.:~-])\/(?:home|Users)\/(?!web_user\b)[\w.@-]+|(?<![\w.~-])\/root\/[\w.@-]+|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[\w.@-]+/,
  ],
  ['a temporary directory', /(?<![\w.~-])\/(?:tmp|var\/folders|var\/tmp)\/[\w.@-]+/],
]

/** Number of bytes read for a zero byte: programs have one, texts have none. */
const SNIFFED = 8_192

/**
 * Finds what must not be in a package: tests, sources, keys, and traces of the machine that built the package.
 * Programs are checked by name only, because a program contains the directories of the machine that compiled it.
 * @param paths files, and directories with everything below
 * @returns paths with their reason, sorted by path. A clean package has none
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

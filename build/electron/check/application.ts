import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, closeSync, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep, posix } from 'node:path'
import { extractAll, extractFile, getRawHeader, uncache } from '@electron/asar'
import { initSync, parse } from 'es-module-lexer'
import plist from 'plist'
import { NtExecutable, NtExecutableResource } from 'resedit'
import { forbiddenIn } from '../../packages/contents.ts'
import { PRODUCT } from '../../packages/product.ts'
import { NATIVE_HOST_DIRECTORY } from '../electron-builder.ts'
import { fuseProblems } from '../fuses.ts'
import { nodeName } from '../pack.ts'
import type { ElectronTarget } from '../targets.ts'

/** An unpacked application, with the paths of its parts. */
export interface UnpackedApplication {
  target: ElectronTarget
  /** Directory of the whole application. */
  directory: string
  resources: string
  asar: string
  /** File that has the fuses; on macOS the application. */
  binary: string
}

/** Finds the unpacked application that `pack` left in a directory. */
export function unpackedApplication(target: ElectronTarget, outDir: string): UnpackedApplication {
  const name = readdirSync(outDir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && /^(linux|win|mac)/.test(entry.name),
  )?.name
  if (name === undefined) throw new Error(`there is no unpacked application in ${outDir}`)
  const directory = join(outDir, name)
  const app = join(directory, `${PRODUCT.title}.app`)
  const resources =
    target.platform === 'darwin' ? join(app, 'Contents', 'Resources') : join(directory, 'resources')
  const program = { linux: PRODUCT.name, win32: `${PRODUCT.title}.exe`, darwin: `${PRODUCT.title}.app` }
  return {
    target,
    directory,
    resources,
    asar: join(resources, 'app.asar'),
    binary: join(directory, program[target.platform]),
  }
}

/** Finds all problems of an unpacked application. */
export async function applicationProblems(application: UnpackedApplication): Promise<string[]> {
  const { target, asar, binary } = application
  const files = listAsar(asar)
  const bundles = files
    .filter(({ path }) => path.startsWith('out/main/'))
    .map((file) => ({ path: file.path, text: contentOf(asar, file).toString('utf8') }))
  return [
    ...(await fuseProblems(binary)),
    ...listProblems(files, target),
    ...hashProblems(asar, files),
    ...integrityProblems(application),
    ...resourceProblems(application),
    ...leftProblems(application),
    ...importProblems(bundles, new Set(files.map(({ path }) => path))),
    ...(await forbiddenProblems(application)),
  ]
}

/** Finds files that no package may have, in the archive or beside it. */
async function forbiddenProblems({ asar, resources }: UnpackedApplication): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-archive-'))
  try {
    extractAll(asar, directory)
    const beside = [NATIVE_HOST_DIRECTORY, 'licences', 'updates.json'].map((name) => join(resources, name))
    return await forbiddenIn([directory, ...beside.filter((path) => existsSync(path))])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Compares the stored hash of the archive's header with the real one. Each platform stores it in a different place.
 * Linux has none.
 */
function integrityProblems({ target, asar, resources, binary }: UnpackedApplication): string[] {
  const hash = headerHash(asar)
  if (target.platform === 'linux') return []
  const kept =
    target.platform === 'darwin' ? keptInPlist(join(resources, '..', 'Info.plist')) : keptInProgram(binary)
  return kept === hash ? [] : [`the application keeps ${kept ?? 'no hash'} of its archive, which is ${hash}`]
}

function keptInPlist(path: string): string | null {
  const info = plist.parse(readFileSync(path, 'utf8')) as {
    ElectronAsarIntegrity?: Record<string, { algorithm: string; hash: string }>
  }
  return info.ElectronAsarIntegrity?.['Resources/app.asar']?.hash ?? null
}

function keptInProgram(path: string): string | null {
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(path)))
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  if (entry === undefined) return null
  const kept = JSON.parse(Buffer.from(entry.bin).toString('utf8')) as { file: string; value: string }[]
  return kept.find(({ file }) => file === String.raw`resources\app.asar`)?.value ?? null
}

/** Checks the native host, and that nothing else of ours is beside the archive. */
function resourceProblems({ target, resources }: UnpackedApplication): string[] {
  const expected = ['native-host.cjs', nodeName(target.platform)]
  const found = readdirSync(join(resources, NATIVE_HOST_DIRECTORY))
  const node = statSync(join(resources, NATIVE_HOST_DIRECTORY, nodeName(target.platform)), {
    throwIfNoEntry: false,
  })
  const isProgram = target.platform === 'win32' || (node !== undefined && (node.mode & 0o111) === 0o111)
  const notices = ['licences/AVISOS.txt', 'licences/sbom.cdx.json', 'updates.json']
  return [
    ...notices
      .filter((path) => !existsSync(join(resources, path)))
      .map((path) => `${path} is not among the resources`),
    ...difference(expected, found).map((name) => `the native host has no ${name}`),
    ...difference(found, expected).map((name) => `${name} should not be beside the native host`),
    ...(isProgram ? [] : ['the native host’s Node cannot be run']),
    ...readdirSync(resources)
      .filter((name) => !OURS.test(name))
      .map((name) => `${name} should not be among the resources`),
  ]
}

const OURS =
  /^(app\.asar(\.unpacked)?|native-host|licences|updates\.json|app-update\.yml|icon\.icns|(ca|en|es|es-419|en-US)\.lproj|LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/

/** Finds files of Electron that the application must not have: another program to start, other languages. */
function leftProblems({ directory }: UnpackedApplication): string[] {
  return filesIn(directory)
    .filter(
      (path) =>
        basename(path) === 'default_app.asar' ||
        path === 'version' ||
        (/(^|\/)locales\//.test(path) && !/\/(ca|en-US|es|es-419)\.pak$/.test(path)) ||
        (/\.lproj\//.test(path) && !/(^|\/)(ca|en|es|es-419)\.lproj\//.test(path)),
    )
    .map((path) => `${path} should not be in the application`)
}

/** Paths of the files of a directory, with slashes. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}

const difference = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((one) => !others.includes(one))

/** A bundle of the archive's main process. */
interface Bundle {
  path: string
  text: string
}

/** Modules that Electron or the archive provides. Node's own modules are not listed. */
const PROVIDED = new Set(['electron', 'better-sqlite3-multiple-ciphers', 'keytar'])

/** Files beside a bundle that the bundle starts as threads or processes, or gives to a window. */
const BESIDE = /\bnew URL\(\s*["'](\.\.?\/[\w./-]+\.c?js)["'],\s*import\.meta\.url/g

/** Specifiers that a bundle imports. Calls of `import()` with a computed argument are skipped. */
function importsOf(text: string): string[] {
  initSync()
  const [imports] = parse(text)
  return [
    ...imports.flatMap(({ n }) => (n === undefined ? [] : [n])),
    ...[...text.matchAll(BESIDE)].map(([, name = '']) => name),
  ]
}

/** Finds imports that would fail in the installed application: a missing chunk, or a module that was not bundled. */
function importProblems(bundles: readonly Bundle[], paths: ReadonlySet<string>): string[] {
  return bundles.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((name) => !isThere(path, name, paths))
      .map((name) => `${path} imports ${name}, which is not in the package`),
  )
}

function isThere(path: string, name: string, paths: ReadonlySet<string>): boolean {
  if (name.startsWith('.')) return paths.has(posix.join(posix.dirname(path), name))
  return isBuiltin(name) || PROVIDED.has(name)
}

/** A file of the archive, as its header describes it. */
interface AsarFile {
  path: string
  size: number
  unpacked: boolean
  integrity: { algorithm: string; hash: string; blockSize: number; blocks: string[] } | null
}

interface Node {
  files?: Record<string, Node>
  link?: string
  size?: number
  unpacked?: boolean
  integrity?: AsarFile['integrity']
}

/** @throws for a link, because our archive has none */
function listAsar(asar: string): AsarFile[] {
  // Archives are cached by path, and a second pack writes to the same path.
  uncache(asar)
  const found: AsarFile[] = []
  const walk = (node: Node, path: string) => {
    if (node.link !== undefined) throw new Error(`${path} is a link`)
    if (node.files === undefined) {
      const { size = 0, unpacked = false, integrity = null } = node
      found.push({ path, size, unpacked, integrity })
    } else {
      for (const [name, child] of Object.entries(node.files)) walk(child, path ? `${path}/${name}` : name)
    }
  }
  walk(getRawHeader(asar).header, '')
  return found
}

/** Pattern of a name to which the bundler appended the hash of the content. */
const HASHED = String.raw`[\w.-]+-[\w-]{8}`

const ALLOWED = [
  /^package\.json$/,
  /^out\/main\/(main|db-worker|keytar-child|(service|relay)(-program)?|relay-writer)\.js$/,
  new RegExp(String.raw`^out/main/chunks/${HASHED}\.js$`),
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index|panel)\.html$/,
  /^out\/renderer\/icon(-maskable)?(-192|-512)?\.(png|svg)$/,
  /^out\/renderer\/notice-worker\.js$/,
  /^out\/renderer\/licences\/(notices|sbom-electron\.cdx)\.json$/,
  new RegExp(String.raw`^out/renderer/assets/${HASHED}\.(js|css|woff2)$`),
  /^out\/renderer\/assets\/decoders-[0-9a-f]{8}\/\w+_nowasm_fallback\.js$/,
  /^node_modules\/better-sqlite3-multiple-ciphers\/(package\.json|LICENSE)$/,
  /^node_modules\/better-sqlite3-multiple-ciphers\/lib\/(binding|database|index|sqlite-error|util)\.js$/,
  /^node_modules\/better-sqlite3-multiple-ciphers\/lib\/methods\/[a-z]+\.js$/,
  // Libraries that draw the service's documents.
  /^node_modules\/(?:(?:@noble\/(?:ciphers|hashes)|@swc\/helpers|base64-js|brotli|clone|dfa|fast-deep-equal|fontkit|linebreak(?:\/node_modules\/base64-js)?|pdfkit|png-js|restructure|tiny-inflate|unicode-properties|unicode-trie)\/(?:package\.json|[\w./-]+\.c?js))$/,
  /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
]

/** Without one of these files the application fails to start, or lacks a part. */
const REQUIRED = [
  'package.json',
  ...[
    'main',
    'db-worker',
    'keytar-child',
    'service',
    'service-program',
    'relay',
    'relay-program',
    'relay-writer',
  ].map((name) => `out/main/${name}.js`),
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/panel.html',
  'out/renderer/licences/notices.json',
  'out/renderer/licences/sbom-electron.cdx.json',
  'node_modules/better-sqlite3-multiple-ciphers/lib/index.js',
  'node_modules/keytar/lib/keytar.js',
]

/** Compiled parts of a target. Only these files are outside of the archive. */
const compiledParts = ({ prebuilds }: ElectronTarget): string[] =>
  prebuilds
    .flatMap((name) => [
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${name}.node`,
      `node_modules/keytar/prebuilds/${name}/keytar.node`,
    ])
    .toSorted()

/** Finds files that are in the archive by mistake, are missing, or are on the wrong side of the archive. */
function listProblems(files: readonly AsarFile[], target: ElectronTarget): string[] {
  const compiled = compiledParts(target)
  const paths = new Set(files.map(({ path }) => path))
  return [
    ...[...REQUIRED, ...compiled].filter((path) => !paths.has(path)).map((path) => `${path} is missing`),
    ...files
      .filter(({ path }) => !compiled.includes(path) && !ALLOWED.some((pattern) => pattern.test(path)))
      .map(({ path }) => `${path} should not be in the package`),
    ...files
      .filter(({ path, unpacked }) => unpacked !== compiled.includes(path))
      .map(({ path, unpacked }) => `${path} should be ${unpacked ? 'inside' : 'outside'} of the archive`),
  ]
}

/** Hash of the header. Electron validates the archive with it. */
const headerHash = (asar: string): string => sha256(readHeader(asar))

/** Reads the header's text as stored: a number in a pickle, and the text in a second pickle. */
function readHeader(asar: string): Buffer {
  const file = openSync(asar, 'r')
  try {
    const start = Buffer.alloc(16)
    readSync(file, start, 0, 16, 0)
    const text = Buffer.alloc(start.readUInt32LE(12))
    readSync(file, text, 0, text.length, 16)
    return text
  } finally {
    closeSync(file)
  }
}

/** Finds files whose bytes do not match the header. Electron would refuse to read them. */
function hashProblems(asar: string, files: readonly AsarFile[]): string[] {
  return files.flatMap((file) => {
    const { path, integrity } = file
    if (integrity === null) return [`${path} has no hash`]
    const bytes = contentOf(asar, file)
    const blocks: string[] = []
    for (let at = 0; at < bytes.length; at += integrity.blockSize)
      blocks.push(sha256(bytes.subarray(at, at + integrity.blockSize)))
    // An empty file has one empty block.
    const expected = blocks.length === 0 ? [sha256(bytes)] : blocks
    const same =
      integrity.algorithm === 'SHA256' &&
      integrity.hash === sha256(bytes) &&
      JSON.stringify(integrity.blocks) === JSON.stringify(expected)
    return same ? [] : [`${path} is not what the header says`]
  })
}

const contentOf = (asar: string, { path, unpacked }: AsarFile): Buffer =>
  unpacked ? readFileSync(join(`${asar}.unpacked`, path)) : extractFile(asar, path)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

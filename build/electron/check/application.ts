import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep, posix } from 'node:path'
import { extractAll } from '@electron/asar'
import plist from 'plist'
import { NtExecutable, NtExecutableResource } from 'resedit'
import { forbiddenIn } from '../../packages/contents.ts'
import { PRODUCT } from '../../packages/product.ts'
import { NATIVE_HOST_DIRECTORY } from '../electron-builder.ts'
import { fuseProblems } from '../fuses.ts'
import { nodeName } from '../native-host.ts'
import type { ElectronTarget } from '../targets.ts'
import { contentOf, hashProblems, headerHash, listAsar, listProblems } from './asar-contents.ts'
import { isBuiltin } from 'node:module'
import { initSync, parse } from 'es-module-lexer'

/** An unpacked application, and where its parts are. */
export interface UnpackedApplication {
  target: ElectronTarget
  /** Directory that holds it whole. */
  directory: string
  resources: string
  asar: string
  /** The file, on macOS the application, that has the fuses. */
  binary: string
}

/** The unpacked application that `pack` left in a directory. */
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

/** Everything of an unpacked application that is not as it should be. */
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

/** What no package may have, in the archive or beside it. */
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

/** Where the platform keeps the hash of the archive's header; Linux has no place for it. */
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

/** The native host, and beside the archive nothing else of ours. */
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

/** What Electron brings and the application must not have: another thing to start, other languages. */
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

/** Modules that Electron or the archive has, beside those of Node. */
const PROVIDED = new Set(['electron', 'better-sqlite3-multiple-ciphers', 'keytar'])

/** Files beside a bundle that it starts as threads or processes, or hands to a window. */
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

/** Imports that fail in the installed application: a missing chunk, or a module that was not bundled. */
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

import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader, uncache } from '@electron/asar'
import type { ElectronTarget } from '../targets.ts'

/** A file of the archive, as its header describes it. */
export interface AsarFile {
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

/** @throws for a link, which none of ours has */
export function listAsar(asar: string): AsarFile[] {
  // Archives are cached by their path, and packing again writes the same one.
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

/** What the bundler adds to a name for its content. */
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
  // What draws the service's documents.
  /^node_modules\/(?:(?:@noble\/(?:ciphers|hashes)|@swc\/helpers|base64-js|brotli|clone|dfa|fast-deep-equal|fontkit|linebreak(?:\/node_modules\/base64-js)?|pdfkit|png-js|restructure|tiny-inflate|unicode-properties|unicode-trie)\/(?:package\.json|[\w./-]+\.c?js))$/,
  /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
]

/** Without one of these the application does not start, or not whole. */
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

/** Compiled parts of a target: the files that are outside of the archive. */
const compiledParts = ({ prebuilds }: ElectronTarget): string[] =>
  prebuilds
    .flatMap((name) => [
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${name}.node`,
      `node_modules/keytar/prebuilds/${name}/keytar.node`,
    ])
    .toSorted()

/** What is in the archive and should not be, is not and should, or is on the wrong side of it. */
export function listProblems(files: readonly AsarFile[], target: ElectronTarget): string[] {
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

/** Hash of the header, by which Electron knows the archive. */
export const headerHash = (asar: string): string => sha256(readHeader(asar))

/** The header's own text, as it is in the file: a number in a pickle, and a text in another. */
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

/** Files whose bytes are not those that the header promises: Electron would not read them. */
export function hashProblems(asar: string, files: readonly AsarFile[]): string[] {
  return files.flatMap((file) => {
    const { path, integrity } = file
    if (integrity === null) return [`${path} has no hash`]
    const bytes = contentOf(asar, file)
    const blocks: string[] = []
    for (let at = 0; at < bytes.length; at += integrity.blockSize)
      blocks.push(sha256(bytes.subarray(at, at + integrity.blockSize)))
    // No content is one block of nothing.
    const expected = blocks.length === 0 ? [sha256(bytes)] : blocks
    const same =
      integrity.algorithm === 'SHA256' &&
      integrity.hash === sha256(bytes) &&
      JSON.stringify(integrity.blocks) === JSON.stringify(expected)
    return same ? [] : [`${path} is not what the header says`]
  })
}

export const contentOf = (asar: string, { path, unpacked }: AsarFile): Buffer =>
  unpacked ? readFileSync(join(`${asar}.unpacked`, path)) : extractFile(asar, path)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

import { join, relative, sep } from 'node:path'
import { PackageURL } from 'packageurl-js'
import type { Edition } from '#shared/notices/editions.ts'
import { readFileSync, existsSync } from 'node:fs'
import {
  type BundleName,
  type ModuleRecord,
  closureOf,
  neededDir,
  readPackage,
  type InstalledPackage,
  tidyText,
} from './package.ts'
import satisfies from 'spdx-satisfies'
import { type Added, ADDED, PREBUILT, REVIEWED, type Review, UNBUNDLED } from './reviewed.ts'

/** Third-party component that the product ships. */
export interface Shipped {
  /** Unique in the list, and the same in every build. */
  ref: string
  kind: Added['kind']
  name: string
  /** `null` for a component without a version. */
  version: string | null
  /** SPDX expression. `null` is a problem of the list, like a text of `null`. */
  licence: string | null
  text: string | null
  author: string | null
  description: string | null
  home: string | null
  /** Editions that contain the component; `null` for every edition. */
  editions: readonly Edition[] | null
  /** Bundles that contain the component; none for a component installed beside them. */
  bundles: readonly BundleName[]
  purl: string | null
  cpe: string | null
  /** SHA-512 of the published package, in hexadecimal. */
  sha512: string | null
  /** `ref` of the components that this one needs or contains. */
  needs: readonly string[]
}

export interface Decisions {
  reviewed: Readonly<Record<string, Review>>
  prebuilt: Readonly<Record<string, 'its-own' | 'nothing'>>
  unbundled: readonly string[]
  added: readonly Added[]
}
export const DECISIONS: Decisions = {
  reviewed: REVIEWED,
  prebuilt: PREBUILT,
  unbundled: UNBUNDLED,
  added: ADDED,
}

export interface ShippedList {
  shipped: readonly Shipped[]
  /** Packages without a licence text or with a licence that the product cannot carry, and without a decision in `reviewed.ts`. */
  problems: readonly string[]
}

/**
 * Lists all components of others in a product, by name.
 * @param root root of the project, with its `node_modules/` and its lockfile
 */
export function listShipped(root: string, record: ModuleRecord, decisions = DECISIONS): ShippedList {
  const unknown = record.unknown().map((id) => `${id}: a module of no package (build/notices/package.ts)`)
  const { dirs, unreviewed } = shippedDirs(root, record, decisions)
  const packages = new Map([...dirs.keys()].map((dir) => [dir, readPackage(dir)]))
  const refs = new Map([...packages].map(([dir, { name, version }]) => [dir, npmUrl(name, version)]))
  const hashes = publishedHashes(root)
  const names = new Set([...packages.values()].map(({ name }) => name))
  const added = decisions.added.filter(({ within }) => within === undefined || names.has(within))

  const shipped = unique([
    ...[...packages].map(([dir, one]): Shipped => {
      const review = decisions.reviewed[`${one.name}@${one.version}`] ?? decisions.reviewed[one.name]
      const inside = added.filter(({ within }) => within === one.name).map(({ name }) => addedRef(name))
      return {
        ref: npmUrl(one.name, one.version),
        kind: 'library',
        name: one.name,
        version: one.version,
        licence: review?.licence ?? one.licence,
        text: reviewedText(root, review) ?? one.text,
        author: one.author,
        description: one.description,
        home: one.home,
        editions: null,
        bundles: [...(dirs.get(dir) ?? [])].toSorted(),
        purl: npmUrl(one.name, one.version),
        cpe: null,
        sha512: hashes.get(relative(root, dir).split(sep).join('/')) ?? null,
        needs: [...new Set([...neededRefs(one, refs), ...inside])].toSorted(),
      }
    }),
    ...added.map((one) => shippedAdded(root, one)),
  ])
  const problems = [...unknown, ...unreviewed, ...shipped.flatMap(problemsOf)]
  return { shipped, problems }
}

/**
 * The same list for a build.
 * @throws if a package lacks a decision in `reviewed.ts`; names each of them
 */
export function decidedList(root: string, record: ModuleRecord, decisions = DECISIONS): readonly Shipped[] {
  const { shipped, problems } = listShipped(root, record, decisions)
  if (problems.length > 0)
    throw new Error(`Licences to decide about (build/notices):\n${problems.join('\n')}`)
  return shipped
}

/** Finds the directories of packages: bundled, inside a minified package, and installed beside the bundles. */
function shippedDirs(root: string, record: ModuleRecord, { prebuilt, unbundled }: Decisions) {
  const dirs = new Map([...record.packages()].map(([dir, bundles]) => [dir, new Set(bundles)]))
  const unreviewed: string[] = []
  for (const dir of record.prebuilt()) {
    const { name } = readPackage(dir)
    const held = prebuilt[name]
    if (held === undefined)
      unreviewed.push(`${name}: comes minified; say in PREBUILT whether it holds others`)
    if (held !== 'its-own') continue
    for (const one of closureOf(dir))
      dirs.set(one, new Set([...(dirs.get(one) ?? []), ...(dirs.get(dir) ?? [])]))
  }
  for (const name of unbundled)
    for (const dir of closureOf(join(root, 'node_modules', name))) dirs.set(dir, dirs.get(dir) ?? new Set())
  return { dirs, unreviewed }
}

function problemsOf({ name, version, licence, text }: Shipped): string[] {
  const id = version === null ? name : `${name}@${version}`
  const refused = licence === null ? 'declares no licence' : refusal(licence)
  return [
    ...(refused === null ? [] : [`${id}: ${refused}`]),
    ...(text === null ? [`${id}: has no text of its licence`] : []),
  ]
}

function npmUrl(name: string, version: string): string {
  const [, namespace, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return new PackageURL('npm', namespace, bare, version, undefined, undefined).toString()
}

function* neededRefs(one: InstalledPackage, refs: ReadonlyMap<string, string>): Generator<string> {
  for (const name of one.needs) {
    const ref = refs.get(neededDir(one.dir, name) ?? '')
    if (ref !== undefined) yield ref
  }
}

/** Joins equal components: the same version of a package may be installed in several places. */
function unique(all: readonly Shipped[]): Shipped[] {
  const byRef = new Map<string, Shipped>()
  for (const one of all) {
    const before = byRef.get(one.ref)
    byRef.set(one.ref, before ? joined(before, one) : one)
  }
  // A fixed language, whatever the language of the PC that builds.
  const order = new Intl.Collator('en')
  return [...byRef.values()].toSorted((a, b) => order.compare(a.name, b.name) || (a.ref < b.ref ? -1 : 1))
}

const joined = (a: Shipped, b: Shipped): Shipped => ({
  ...a,
  bundles: [...new Set([...a.bundles, ...b.bundles])].toSorted(),
  needs: [...new Set([...a.needs, ...b.needs])].toSorted(),
})

/** Maps directories from the root to the SHA-512 of their published package, in hexadecimal. */
function publishedHashes(root: string): ReadonlyMap<string, string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>
  }
  return new Map(
    Object.entries(lock.packages).flatMap(([dir, { integrity }]) =>
      integrity?.startsWith('sha512-')
        ? [[dir, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')]]
        : [],
    ),
  )
}

/**
 * Licences that the product can carry: they require only a notice. Copyleft is excluded, because it requires the
 * product's own sources, or a way for a user to replace a part. Of alternatives (`MIT OR GPL-3.0-only`) one is
 * enough. Of a combination (`MIT AND Zlib`) every licence must be allowed.
 */
const ALLOWED: readonly string[] = [
  '0BSD',
  'APAFML',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // License of the bundled ICC colour profile. It allows any use, but no changed profile under the same name.
  'LicenseRef-ICC-profile',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'blessing',
]

/** Reason why the product cannot carry a licence (SPDX expression); `null` if it can. */
export function refusal(licence: string): string | null {
  try {
    return satisfies(licence, ALLOWED) ? null : `its licence is not among those allowed: ${licence}`
  } catch {
    return `its licence is no SPDX expression: ${licence}`
  }
}

const addedRef = (name: string): string =>
  `added:${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d.]+/gu, '-')
    .replace(/-$/, '')}`

/** Component from `ADDED`, with its present version and texts. */
function shippedAdded(root: string, one: Added): Shipped {
  const { name, licence, home, kind } = one
  const version = one.version ? versionIn(root, one.version) : null
  const texts = one.texts.map((file) => readText(root, file.replace('{version}', version ?? '')))
  return {
    ref: addedRef(name),
    kind,
    name,
    version,
    licence,
    // One missing part makes the whole text missing.
    text: texts.includes(null) ? null : texts.join('\n\n'),
    author: null,
    description: null,
    home,
    editions: one.editions ?? null,
    bundles: [],
    purl: one.purl === undefined ? null : `${one.purl}${version === null ? '' : `@${version}`}`,
    cpe: one.cpe === undefined || version === null ? null : `cpe:2.3:a:${one.cpe}:${version}:*:*:*:*:*:*:*`,
    sha512: null,
    needs: [],
  }
}

function versionIn(root: string, { file, pattern }: NonNullable<Added['version']>): string {
  const found = pattern.exec(readFileSync(join(root, file), 'utf8'))
  if (!found) throw new Error(`No version in ${file}.`)
  return found.slice(1).join('.')
}

/** Reviewed text for a package without a text or with a wrong one; `null` without a decision. */
function reviewedText(root: string, review: Review | undefined): string | null {
  if (!review?.texts) return null
  const texts = review.texts.map((file) => readText(root, file))
  return texts.includes(null)
    ? null
    : [...(review.copyright === undefined ? [] : [review.copyright]), ...texts].join('\n\n')
}

function readText(root: string, file: string): string | null {
  const path = join(root, file.startsWith('node_modules/') ? '' : 'build/notices/texts', file)
  return existsSync(path) ? tidyText(readFileSync(path, 'utf8')) : null
}

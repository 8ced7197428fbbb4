import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tidyText } from './package.ts'
import type { Added, Review } from './reviewed.ts'
import type { Shipped } from './shipped.ts'

export const addedRef = (name: string): string =>
  `added:${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d.]+/gu, '-')
    .replace(/-$/, '')}`

/** What is shipped and is no package of its own, with the version and the texts that it has now. */
export function shippedAdded(root: string, one: Added): Shipped {
  const { name, licence, home, kind } = one
  const version = one.version ? versionIn(root, one.version) : null
  const texts = one.texts.map((file) => readText(root, file.replace('{version}', version ?? '')))
  return {
    ref: addedRef(name),
    kind,
    name,
    version,
    licence,
    // A part of it is none.
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

/** Text that a person gave a package, which has none or not the right one; `null` if there is no such decision. */
export function reviewedText(root: string, review: Review | undefined): string | null {
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

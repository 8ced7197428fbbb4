import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** SHA-512 of packages as published, in hexadecimal, by their directory from the root. */
export function publishedHashes(root: string): ReadonlyMap<string, string> {
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

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NATIVE_HOST_DIRECTORY } from '../electron-builder.ts'
import { filesIn, type UnpackedApplication } from './application.ts'

const MB = 1_000_000

/** Bytes of what the packages add to Electron. */
export interface Sizes {
  archive: number
  compiled: number
  nativeHost: number
}

/** A platform's compiled parts take 2.4 to 2.9 MB; macOS has those of two. */
const MAX_COMPILED = 3.2 * MB
const MAX_ARCHIVE = 14 * MB
/** Without its Node, which npm and not this project makes. */
const MAX_NATIVE_HOST_SCRIPT = 12_000

export function sizesOf({ asar, resources }: UnpackedApplication): Sizes {
  return {
    archive: statSync(asar).size,
    compiled: bytesIn(`${asar}.unpacked`),
    nativeHost: bytesIn(join(resources, NATIVE_HOST_DIRECTORY)),
  }
}

export function sizeProblems({ target, asar, resources }: UnpackedApplication): string[] {
  const script = statSync(join(resources, NATIVE_HOST_DIRECTORY, 'native-host.cjs')).size
  return [
    ...over('the archive', statSync(asar).size, MAX_ARCHIVE),
    ...over('its compiled parts', bytesIn(`${asar}.unpacked`), MAX_COMPILED * target.prebuilds.length),
    ...over('the native host', script, MAX_NATIVE_HOST_SCRIPT),
  ]
}

const over = (what: string, bytes: number, max: number): string[] =>
  bytes > max ? [`${what}: ${megabytes(bytes)}, and at most ${megabytes(max)} are allowed`] : []

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`

const bytesIn = (directory: string): number =>
  existsSync(directory)
    ? filesIn(directory).reduce((sum, path) => sum + statSync(join(directory, path)).size, 0)
    : 0

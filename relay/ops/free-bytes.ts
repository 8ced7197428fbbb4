import { statfsSync } from 'node:fs'

/** Bytes that this user may still write beside a file. */
export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

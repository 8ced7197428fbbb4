import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'

/**
 * Writes a file that its owner alone can read. Written aside and renamed: a crash leaves the former file or
 * the new one, whole.
 */
export function writeOwnerFile(file: string, text: string): void {
  const aside = `${file}.${process.pid}.tmp`
  try {
    const handle = openSync(aside, 'w', 0o600)
    try {
      writeSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(aside, file)
  } catch (error) {
    // A full disk would keep an empty file of each attempt.
    rmSync(aside, { force: true })
    throw error
  }
}

/** Text of a file, or `null` if there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'

/**
 * Writes a file that only its owner can read. The text goes to a temporary file, which is then renamed. After a crash
 * the file has either the old text or the new one.
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
    // On a full disk every attempt would leave an empty file.
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

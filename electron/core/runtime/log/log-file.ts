import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A rotating log file of bounded size. */
export interface LogFile {
  readonly path: string
  /**
   * Synchronous, so that the last lines before a crash are written. Never throws: a full disk costs lines,
   * not the process.
   */
  append(line: string): void
  /** The latest whole lines, of at most so many bytes. */
  tail(maxBytes: number): Promise<string>
}

export interface LogFileOptions {
  maxBytes?: number
  /** Number of files kept, including the current one. */
  files?: number
}

const NAME = 'ventanilla.log'

/**
 * Opens the log. Every process and thread of the application writes through the core's, so that there is one
 * writer.
 */
export function openLogFile(
  directory: string,
  { maxBytes = 1_000_000, files = 5 }: LogFileOptions = {},
): LogFile {
  const path = join(directory, NAME)
  const older = (n: number) => (n === 0 ? path : `${path}.${n}`)
  let size = sizeOf(path)
  let lost = 0

  function write(text: string): void {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) rotate()
    appendFileSync(path, text, { mode: 0o600 })
    size += Buffer.byteLength(text)
  }

  function rotate(): void {
    for (let n = files - 2; n >= 0; n--) {
      try {
        renameSync(older(n), older(n + 1))
      } catch {
        // There are fewer files; or one is held open, and the previous one grows a little more.
      }
    }
    size = sizeOf(path)
  }

  return {
    path,
    append(line) {
      try {
        // Continuation lines of an entry are indented, so that no quoted text looks like an entry.
        const entry = `${line.replaceAll('\n', '\n  ')}\n`
        write(lost > 0 ? `(${lost} lines could not be written)\n${entry}` : entry)
        lost = 0
      } catch {
        lost++
      }
    },
    async tail(max) {
      let text = ''
      for (let n = 0; n < files && Buffer.byteLength(text) < max; n++)
        text = (await readFile(older(n), 'utf8').catch(() => '')) + text
      const bytes = Buffer.from(text)
      if (bytes.byteLength <= max) return text
      const cut = bytes.subarray(bytes.byteLength - max)
      return cut.subarray(cut.indexOf(0x0a) + 1).toString('utf8')
    },
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  directory: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  /** Frees it. */
  clear(): void
  close(): void
}

/** Reason why a test cannot mount a file system here, or `null` if it can. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux mounts one'
  if (process.getuid?.() !== 0) return 'only root may mount one'
  try {
    mountSmallDisk(1).close()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** In-memory file system of a given size. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', directory], {
    stdio: 'pipe',
  })
  const filler = join(directory, 'filler')
  return {
    directory,
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (let piece = 1 << 20; piece >= 1; piece >>= 1) {
          const bytes = Buffer.alloc(piece)
          const writes = async () => {
            // A short write uses the last of the space.
            while ((await file.write(bytes)).bytesWritten > 0);
          }
          await writes().catch((error: unknown) => {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
          })
        }
      } finally {
        await file.close()
      }
    },
    clear: () => rmSync(filler, { force: true }),
    close() {
      execFileSync('umount', ['-l', directory], { stdio: 'pipe' })
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

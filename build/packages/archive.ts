import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { zipSync, type Zippable, type ZipOptions } from 'fflate'

/** Date of every file: the first year of the format. With one fixed date, equal files give an equal archive. */
const DATE = new Date(1980, 0, 1)

/** Zips a package. Its bytes depend only on the names and contents of its files. */
export function packed(
  files: ReadonlyMap<string, Uint8Array>,
  { level = 9, date = DATE }: { level?: ZipOptions['level']; date?: Date } = {},
): Uint8Array {
  const entries: Zippable = {}
  for (const [name, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    entries[name] = [bytes, { level, mtime: date, os: 3, attrs: 0o644 << 16 }]
  return zipSync(entries)
}

/** `release` takes one minute more and makes the package 10 MB smaller. `quick` is for tests. */
export type Effort = 'release' | 'quick'

export interface ArchiveOptions {
  /** The only top-level directory of the archive has the same name. */
  directory: string
  /** Ends in `.tar.xz`, `.tar.zst` or `.zip`. */
  file: string
  effort: Effort
  /** Date of every file in a zip. A tar has the dates of the staged files. */
  epoch: number
}

/**
 * Writes a file under a temporary name and renames it when it is complete. A partial package never has the name of a
 * package.
 */
export async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(file), `.making-${basename(file)}`)
  await mkdir(dirname(file), { recursive: true })
  await rm(draft, { force: true })
  try {
    await write(draft)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Packs a staged installation. Equal files give equal bytes. Every Linux, macOS and Windows opens `.tar.xz` and
 * `.zip`. Updates download `.tar.zst`, which Node reads itself.
 */
export const packArchive = (options: ArchiveOptions): Promise<void> =>
  writeWhole(options.file, (file) => pack({ ...options, file }))

async function pack(options: ArchiveOptions): Promise<void> {
  if (options.file.endsWith('.zip')) return packZip(options)
  const { directory, file, effort } = options
  const tar = startTar(directory)
  const out = createWriteStream(file)
  if (file.endsWith('.zst')) {
    const level = effort === 'release' ? 19 : 3
    await pipeline(tar, createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level } }), out)
    return
  }
  // With several threads the blocks, and so the bytes, depend only on the level. `-T1` would make a single block.
  const xz = spawn('xz', [effort === 'release' ? '-9e' : '-0', '--threads=2', '--stdout'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = endOf('xz', xz)
  await Promise.all([pipeline(tar, xz.stdin), pipeline(xz.stdout, out), ended])
}

function startTar(directory: string): Readable {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=ustar',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--directory=${dirname(directory)}`,
      basename(directory),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  endOf('tar', tar).catch((error: unknown) => tar.stdout.destroy(error as Error))
  return tar.stdout
}

async function endOf(name: string, child: ReturnType<typeof spawn>): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

async function packZip({ directory, file, effort, epoch }: ArchiveOptions): Promise<void> {
  const files = new Map<string, Uint8Array>()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(
      `${basename(directory)}${path.slice(directory.length).replaceAll('\\', '/')}`,
      await readFile(path),
    )
  }
  await writeFile(file, packed(files, { level: effort === 'release' ? 9 : 1, date: localDate(epoch) }))
}

/** The zip format has no time zone. The date reads as in UTC, wherever the package is made. */
function localDate(epoch: number): Date {
  const date = new Date(epoch * 1000)
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
}

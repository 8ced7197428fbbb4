import { randomBytes } from 'node:crypto'
import { chmod, constants, copyFile, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { EntryFailure } from '#shared/bridge/extension.ts'
import { syncDirectory } from '../../core/runtime/directories.ts'

/** Error of writing or removing an entry. `code` is the reason, `path` is the place. */
export class InstallError extends Error {
  override name = 'InstallError'
  readonly code: EntryFailure
  readonly path: string

  constructor(code: EntryFailure, path: string, options?: ErrorOptions) {
    super(`${code}: ${path}`, options)
    this.code = code
    this.path = path
  }
}

const DRAFT = '.ventanilla-'

/** True for the name of an unfinished file, of this process or of a killed one. */
export const isDraft = (name: string): boolean => name.startsWith(DRAFT)

/**
 * Writes a file whole or not at all, and durably. If the path is a link, the link is replaced and its target is left
 * alone.
 * @param within a directory that must contain the file once every link in its path is resolved
 */
export async function writeFileWithin(
  within: string,
  path: string,
  text: string,
  mode: number,
): Promise<void> {
  await replaceWithin(within, path, async (draft) => {
    const file = await open(draft, 'wx', mode)
    try {
      await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
  })
}

/** Like `writeFileWithin`, with the content of another file. */
export async function copyFileWithin(
  within: string,
  from: string,
  path: string,
  mode: number,
): Promise<void> {
  await replaceWithin(within, path, async (draft) => {
    await copyFile(from, draft, constants.COPYFILE_EXCL)
    // The copy has the mode of the source, so set it. Open it for writing, because Windows refuses to flush a file
    // opened for reading.
    await chmod(draft, mode)
    const file = await open(draft, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  })
}

/** Renames a written draft to its path, durably. */
async function replaceWithin(
  within: string,
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  await wrapInstallError(path, async () => {
    const directory = dirname(path)
    if ((await lstat(within).catch(() => null)) === null) throw new InstallError('no-home', within)
    await refuseElsewhere(within, directory)
    await mkdir(directory, { recursive: true })
    const draft = join(directory, `${DRAFT}${randomBytes(6).toString('hex')}`)
    try {
      await write(draft)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncDirectory(directory)
  })
}

/** Removes the entry itself: a link, not its target. */
export async function removeWithin(within: string, path: string): Promise<void> {
  await wrapInstallError(path, async () => {
    await refuseElsewhere(within, dirname(path))
    await rm(path, { force: true })
  })
}

/**
 * Refuses a directory outside `within`. It resolves the existing part of the path, because the rest is created inside
 * it.
 */
async function refuseElsewhere(within: string, directory: string): Promise<void> {
  const real = await realpath(within)
  let existing = directory
  while ((await lstat(existing).catch(() => null)) === null && dirname(existing) !== existing)
    existing = dirname(existing)
  const resolved = await realpath(existing)
  if (resolved !== real && !resolved.startsWith(real.endsWith(sep) ? real : real + sep))
    throw new InstallError('elsewhere', directory)
}

async function wrapInstallError(path: string, effect: () => Promise<void>): Promise<void> {
  try {
    await effect()
  } catch (error) {
    if (error instanceof InstallError) throw error
    throw new InstallError('unwritable', path, { cause: error })
  }
}

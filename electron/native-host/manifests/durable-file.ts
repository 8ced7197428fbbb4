import { randomBytes } from 'node:crypto'
import { chmod, constants, copyFile, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { EntryFailure } from '#shared/bridge/extension.ts'
import { syncDirectory } from '../../core/runtime/directories.ts'

/** Why an entry could not be written or removed; `path`: where. */
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

/** True for the name of a file that was being written, here or by a process that was killed. */
export const isDraft = (name: string): boolean => name.startsWith(DRAFT)

/**
 * Writes a file whole or not at all, and durably. One that is a link is replaced, and what it leads to is left alone.
 * @param within a directory that the file must be in once every link on its way is resolved
 */
export async function writeFileWithin(
  within: string,
  path: string,
  text: string,
  mode: number,
): Promise<void> {
  await putWithin(within, path, async (draft) => {
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
  await putWithin(within, path, async (draft) => {
    await copyFile(from, draft, constants.COPYFILE_EXCL)
    // The mode came along; and Windows refuses to flush what was opened to be read.
    await chmod(draft, mode)
    const file = await open(draft, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  })
}

/** Puts what is written to a draft in its place, durably. */
async function putWithin(
  within: string,
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  await asInstallError(path, async () => {
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

/** Removes the entry itself: a link, and not its target. */
export async function removeWithin(within: string, path: string): Promise<void> {
  await asInstallError(path, async () => {
    await refuseElsewhere(within, dirname(path))
    await rm(path, { force: true })
  })
}

/** Resolves what there is of the directory: the rest will be made inside of it. */
async function refuseElsewhere(within: string, directory: string): Promise<void> {
  const real = await realpath(within)
  let existing = directory
  while ((await lstat(existing).catch(() => null)) === null && dirname(existing) !== existing)
    existing = dirname(existing)
  const resolved = await realpath(existing)
  if (resolved !== real && !resolved.startsWith(real.endsWith(sep) ? real : real + sep))
    throw new InstallError('elsewhere', directory)
}

async function asInstallError(path: string, effect: () => Promise<void>): Promise<void> {
  try {
    await effect()
  } catch (error) {
    if (error instanceof InstallError) throw error
    throw new InstallError('unwritable', path, { cause: error })
  }
}

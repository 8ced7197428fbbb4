import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseCopiesToRemove, type CopyFile, type RotationRule } from './rotation.rules.ts'

/** Parts of the file name of a copy. Copies sorted by name are sorted by time. */
const ENDING = '.vcopia'
const INCOMING = '.incoming'

/**
 * Prefix with the account's id, which tells apart the copies of several accounts in one folder. It contains no name.
 */
const getNamePrefix = (accountId: string): string => `ventanilla-${accountId}-`

export const backupFileName = (accountId: string, now: number): string =>
  `${getNamePrefix(accountId)}${formatTimestamp(now)}${ENDING}`

/**
 * Writes a copy atomically: a failure leaves the earlier copies as they are. The new copy is read back from the disk
 * before older copies are removed.
 * @param check reads the written copy to its end, and throws if it is unreadable
 */
export async function writeBackupFile(
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  check: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, name + INCOMING)
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      for await (const chunk of bytes) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await check(createReadStream(draft))
    await rename(draft, join(folder, name))
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  return join(folder, name)
}

/**
 * Removes this account's copies that `rotation.rules.ts` selects, and its copies that a kill cut short. Any other
 * file stays.
 */
export async function rotateBackups(folder: string, accountId: string, rule: RotationRule): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(getNamePrefix(accountId)))
  const old = chooseCopiesToRemove(await listBackups(folder, accountId), rule)
  const cut = names.filter((name) => name.endsWith(ENDING + INCOMING))
  await Promise.all([...old, ...cut].map((name) => rm(join(folder, name), { force: true })))
}

/** Whole copies of an account in a folder, oldest first. */
export async function listBackups(folder: string, accountId: string): Promise<CopyFile[]> {
  const names = await readdir(folder)
  const copies: CopyFile[] = []
  for (const name of names.toSorted()) {
    const at = parseBackupTime(name, accountId)
    if (at !== null) copies.push({ name, at, bytes: (await stat(join(folder, name))).size })
  }
  return copies
}

/** @returns `null` if the name is not a copy of this account */
function parseBackupTime(name: string, accountId: string): number | null {
  if (!name.startsWith(getNamePrefix(accountId)) || !name.endsWith(ENDING)) return null
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/.exec(
    name.slice(getNamePrefix(accountId).length, -ENDING.length),
  )
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}

/** Time in UTC, to the second. */
function formatTimestamp(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
}

/**
 * Flushes the folder to the disk, so that the rename survives a power cut. Windows cannot open a folder, and needs no
 * flush.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => undefined)
  await handle.close()
}

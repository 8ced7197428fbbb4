import type { SecretStore } from '../keychain/secret-store.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { BEGUN_ANEW, readMarker, removeMarker, finishSetAside, setAside } from './set-aside.ts'
import type { DbClient } from './client.ts'
import { StoreError } from './store-error.ts'
import { findStoreKey, proveStoreKey } from './store-key.ts'
import type { StoreThread } from './store-thread.ts'
import { finishRestore, hasUpdateCopy, restoreUpdateCopy } from './update-copy.ts'

/** Result of opening the file of a store. */
export type OpenedFile =
  | { state: 'open'; client: DbClient }
  | { state: 'locked'; why: 'missing' | 'wrong' }
  | { state: 'lost'; why: 'missing' | 'empty' | 'shorter'; key: Uint8Array }

export interface StoreFileDeps {
  path: string
  secrets: SecretStore
  clock: Clock
  log: Log
  start: StoreThread['start']
  /**
   * True if a newer version of the application was undone. The copy from before replaces the store that it migrated.
   */
  wasUndone: () => boolean
}

interface OpenWith {
  key: Uint8Array
  acceptShorter: boolean
}

/**
 * Opens the file of a store, or creates an empty store if there never was one. A damaged file is set aside. A file
 * stays unchanged if the key may be wrong, or if it has fewer data than before.
 * @param acceptShorter continues with data older than the last known, at the user's request
 */
export async function openStoreFile(deps: StoreFileDeps, acceptShorter: boolean): Promise<OpenedFile> {
  const { path, secrets, clock, log } = deps
  await finishSetAside(path, clock.now())
  await finishRestore(path)
  const found = await findStoreKey(secrets, path)
  if (found.state === 'locked') {
    log.warn(`store: ${found.why} key`)
    return found
  }
  if (found.state === 'lost') return found
  return openReadable(deps, { key: found.key, acceptShorter }, found.state === 'proven')
}

/** Opens the file. Only a proven key shows that an unreadable file is damaged. Otherwise the key may be wrong. */
async function openReadable(deps: StoreFileDeps, options: OpenWith, proven: boolean): Promise<OpenedFile> {
  const { path, clock, log, wasUndone } = deps
  const { key } = options
  try {
    const client = await openWith(deps, options)
    if (!proven) await proveStoreKey(key, path)
    return { state: 'open', client }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (error.kind === 'shorter') return { state: 'lost', why: 'shorter', key }
    if (error.kind === 'newer' && wasUndone() && hasUpdateCopy(path)) {
      log.warn('store: of a version that was undone; the copy from before takes its place')
      await restoreUpdateCopy(path, clock.now())
      return { state: 'open', client: await openWith(deps, options) }
    }
    if (error.kind !== 'corrupt') throw error
    if (!proven) return { state: 'locked', why: 'wrong' }
    await setAside(path, clock.now())
    log.error('store: damaged file set aside')
    await proveStoreKey(key, path)
    return { state: 'open', client: await openWith(deps, { key, acceptShorter: false }) }
  }
}

async function openWith({ start, path, clock, log }: StoreFileDeps, options: OpenWith): Promise<DbClient> {
  const opened = await start({ path, ...options })
  await recordBeginning(opened, path, options.acceptShorter ? clock.now() : null).catch((error: unknown) =>
    log.error('store: cannot note that it was begun', error),
  )
  return opened
}

/**
 * Stores when this database replaced another one, which protects older backups for a while. Then removes the marker,
 * because the database exists.
 * @param acceptedAt time at which the user accepted older data
 */
async function recordBeginning(opened: DbClient, path: string, acceptedAt: number | null): Promise<void> {
  const marker = await readMarker(path)
  const anewAt = acceptedAt ?? (marker?.phase === 'beginning' ? marker.anewAt : null)
  if (anewAt !== null) await opened.call('setMeta', BEGUN_ANEW, String(anewAt))
  if (marker) await removeMarker(path)
}

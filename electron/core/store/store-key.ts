import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeDurably } from '../keychain/file-secrets.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { readMarker, writeMarker, hasAnyPart } from './set-aside.ts'
import { extentPath } from './store-extent.ts'

/** Name of the store key among an account's secrets. */
export const STORE_KEY = 'store-key'

/**
 * Key of a store, and the evidence for it.
 * - `proven`: the key matches a check value beside the database, so an unreadable file is damaged.
 * - `unproven`: there is no check value, so an unreadable file proves nothing.
 * - `lost`: the database of this key is now missing or empty.
 */
export type StoreKey =
  | { state: 'proven' | 'unproven'; key: Uint8Array }
  | { state: 'locked'; why: 'missing' | 'wrong' }
  | { state: 'lost'; why: 'missing' | 'empty'; key: Uint8Array }

/**
 * Finds the store's key. A new key is made only where no data can be locked with an older key. A locked keychain
 * answers like one that never had the key, so a database without a key never gets a new key. A key without a database
 * means lost data, unless the database is just being created.
 * @param databasePath the database; its check value is beside it, as `<path>.keycheck`
 */
export async function findStoreKey(secrets: SecretStore, databasePath: string): Promise<StoreKey> {
  const check = await readCheck(databasePath)
  const content = await classifyFile(databasePath)
  const isBeginning = content !== 'something' && (await isJustBegun(databasePath))
  const stored = await secrets.get(STORE_KEY)
  if (stored === null) {
    if (hasAnyPart(databasePath) && !isBeginning) return { state: 'locked', why: 'missing' }
    await mkdir(dirname(databasePath), { recursive: true, mode: 0o700 })
    if (!isBeginning) await writeMarker(databasePath, { phase: 'beginning', anewAt: null })
    const key = randomBytes(32)
    await secrets.set(STORE_KEY, key.toString('hex'))
    await proveStoreKey(key, databasePath)
    return { state: 'proven', key }
  }
  const key = Buffer.from(stored, 'hex')
  if (key.length !== 32) return { state: 'locked', why: 'wrong' }
  if (check !== null && !timingSafeEqual(check, checkValue(key))) return { state: 'locked', why: 'wrong' }
  if (content !== 'something' && !isBeginning) return { state: 'lost', why: content, key }
  if (check !== null) return { state: 'proven', key }
  if (content === 'something') return { state: 'unproven', key }
  await proveStoreKey(key, databasePath)
  return { state: 'proven', key }
}

async function classifyFile(databasePath: string): Promise<'missing' | 'empty' | 'something'> {
  try {
    return (await stat(databasePath)).size === 0 ? 'empty' : 'something'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
    throw error
  }
}

/**
 * True while a database is being created. A marker left after the creation is obsolete, because the extent exists.
 */
async function isJustBegun(databasePath: string): Promise<boolean> {
  const marker = await readMarker(databasePath)
  return marker?.phase === 'beginning' && !existsSync(extentPath(databasePath))
}

/** Writes the check value. From now on only this key is accepted for this database. */
export async function proveStoreKey(key: Uint8Array, databasePath: string): Promise<void> {
  await writeDurably(checkPath(databasePath), checkValue(key).toString('hex'))
}

const checkPath = (databasePath: string): string => `${databasePath}.keycheck`

/** Value that proves a key without revealing it. */
const checkValue = (key: Uint8Array): Buffer =>
  createHmac('sha256', key).update('ventanilla store key').digest()

async function readCheck(databasePath: string): Promise<Buffer | null> {
  try {
    const value = Buffer.from((await readFile(checkPath(databasePath), 'utf8')).trim(), 'hex')
    return value.length === 32 ? value : null
  } catch {
    return null
  }
}

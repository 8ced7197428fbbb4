import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../keychain/file-secrets.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** The store key's name among an account's secrets. */
export const STORE_KEY = 'store-key'

/**
 * The key of a store, and how sure we are that it is the right one.
 * `proven`: a check value beside the database says so, therefore an unreadable file is a damaged file.
 * `unproven`: there is no check value (the very first start was cut short): an unreadable file proves nothing.
 */
export type StoreKey =
  { state: 'proven' | 'unproven'; key: Uint8Array } | { state: 'locked'; why: 'missing' | 'wrong' }

/**
 * Finds the store's key, making one only where there is nothing that an older key could have locked. A locked
 * keychain answers like one that never held the key, so "no key but a database" is never answered with a new
 * key (architecture.md rule 10).
 * @param databasePath the database; the check value lives beside it, as `<path>.keycheck`
 */
export async function findStoreKey(secrets: SecretStore, databasePath: string): Promise<StoreKey> {
  const check = await readCheck(databasePath)
  const stored = await secrets.get(STORE_KEY)
  if (stored === null) {
    if (check !== null || existsSync(databasePath)) return { state: 'locked', why: 'missing' }
    const key = randomBytes(32)
    await secrets.set(STORE_KEY, key.toString('hex'))
    await proveStoreKey(key, databasePath)
    return { state: 'proven', key }
  }
  const key = Buffer.from(stored, 'hex')
  if (key.length !== 32) return { state: 'locked', why: 'wrong' }
  if (check !== null) {
    return timingSafeEqual(check, checkValue(key))
      ? { state: 'proven', key }
      : { state: 'locked', why: 'wrong' }
  }
  if (existsSync(databasePath)) return { state: 'unproven', key }
  await proveStoreKey(key, databasePath)
  return { state: 'proven', key }
}

/** Writes the check value: from now on this key, and no other, is known to open this database. */
export async function proveStoreKey(key: Uint8Array, databasePath: string): Promise<void> {
  await writeDurably(checkPath(databasePath), checkValue(key).toString('hex'))
}

export const checkPath = (databasePath: string): string => `${databasePath}.keycheck`

/** Says whether a key is the right one without giving anything of it away. */
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

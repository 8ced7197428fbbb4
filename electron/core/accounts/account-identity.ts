import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from '../keychain/file-secrets.ts'

/** Owner of a data directory. Stored in it, so that the data are found again without the accounts file. */
const identitySchema = z.object({ environment: z.string(), name: z.string(), baseUrl: z.string() })
export type AccountIdentity = z.infer<typeof identitySchema>

const FILE = 'account.json'
const DIRECTORY = /^account-[0-9a-f]{12}$/

export const isSameOffice = (one: AccountIdentity, other: AccountIdentity): boolean =>
  one.environment === other.environment && one.name === other.name && one.baseUrl === other.baseUrl

/** Writes the identity into the account's directory, if that exists. */
export async function keepIdentity(dataDir: string, id: string, identity: AccountIdentity): Promise<void> {
  if (!existsSync(join(dataDir, id))) return
  const kept = await readIdentity(dataDir, id)
  if (kept && isSameOffice(kept, identity)) return
  const { environment, name, baseUrl } = identity
  await writeDurably(join(dataDir, id, FILE), JSON.stringify({ environment, name, baseUrl }))
}

/** Directory of the account's data that no account of the file refers to, or `null`. */
export async function findOrphan(
  dataDir: string,
  identity: AccountIdentity,
  taken: readonly string[],
): Promise<string | null> {
  const names = await readdir(dataDir).catch(() => [])
  for (const id of names.filter((name) => DIRECTORY.test(name) && !taken.includes(name))) {
    const kept = await readIdentity(dataDir, id)
    if (kept && isSameOffice(kept, identity)) return id
  }
  return null
}

/** Identity in a row that is not readable as an account. */
export function identityOf(row: unknown): (AccountIdentity & { id: string }) | null {
  const read = identitySchema.extend({ id: z.string().regex(DIRECTORY) }).safeParse(row)
  return read.data ?? null
}

async function readIdentity(dataDir: string, id: string): Promise<AccountIdentity | null> {
  try {
    return identitySchema.parse(JSON.parse(await readFile(join(dataDir, id, FILE), 'utf8')))
  } catch {
    return null
  }
}

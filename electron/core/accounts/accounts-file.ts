import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { assumptionChangesSchema, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { accountSchema, type Account } from '#shared/bridge/accounts.ts'
import { writeDurably } from '../keychain/file-secrets.ts'

/** Stored form of a real account: address and name. Its key is in the keychain. */
const storedAccountSchema = accountSchema.extend({
  /** Names the account's directory and secrets, so only the format that we generate is accepted. */
  id: z.string().regex(/^account-[0-9a-f]{12}$/),
  environment: z.enum(['development', 'production']),
  baseUrl: z.string(),
  assumptions: assumptionChangesSchema.catch({}),
  /** Removed account whose data stay on this PC. Adding the account again reuses them. */
  removed: z.boolean().default(false),
  /** Erasure in progress: the next start deletes the rest. */
  erasing: z.boolean().default(false),
})
export type StoredAccount = z.infer<typeof storedAccountSchema>

/** An unreadable file, kept under another name until the user dismisses the notice. */
const putAsideSchema = z.object({ name: z.string(), at: z.number() })

/** Account that shares the settings of this PC with its office, or the last one that did. */
const settingsOfSchema = z.object({
  account: z.string(),
  /** Another one each time that an account begins to share them. `null` once the account shares no more. */
  claim: z.string().nullable(),
})

const fileSchema = z.object({
  active: z.string().catch('demo'),
  accounts: z.array(z.unknown()),
  /** Changed assumptions of the demonstration. The file has nothing else about it. */
  demo: assumptionChangesSchema.catch({}).default({}),
  putAside: z.array(putAsideSchema).catch([]).default([]),
  settingsOf: settingsOfSchema.nullable().catch(null).default(null),
})

export interface AccountsFile {
  active: string
  accounts: StoredAccount[]
  /** Rows that this version cannot read. They stay in the file unchanged. */
  unreadable: unknown[]
  demo: AssumptionChanges
  putAside: z.infer<typeof putAsideSchema>[]
  settingsOf: z.infer<typeof settingsOfSchema> | null
}

export const DEMO: Account = {
  id: 'demo',
  environment: 'demo',
  name: 'Demostración',
  baseUrl: null,
  keyLast4: null,
  key: { state: 'unchecked', at: null },
  assumptions: {},
}

export const noAccounts: AccountsFile = {
  active: DEMO.id,
  accounts: [],
  unreadable: [],
  demo: {},
  putAside: [],
  settingsOf: null,
}

const FILE = 'accounts.json'

/**
 * Reads the file row by row: an unreadable row does not lose the others. A file that is not JSON is kept
 * under another name, and its intact rows are recovered.
 */
export async function readAccounts(dataDir: string, now: number): Promise<AccountsFile> {
  const path = join(dataDir, FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return noAccounts
    throw error
  }
  const parsed = fileSchema.safeParse(parse(text))
  if (parsed.success) return withRows(parsed.data)
  const name = `accounts-${now}.json`
  // Copy before rewriting: after a kill in between, the original is still readable.
  await writeDurably(join(dataDir, name), text)
  const rows = rowsIn(text).filter((row) => storedAccountSchema.safeParse(row).success)
  const saved = withRows({ ...noAccounts, accounts: rows, putAside: [{ name, at: now }] })
  await writeAccounts(dataDir, saved)
  return saved
}

function withRows({ accounts: rows, ...rest }: z.infer<typeof fileSchema>): AccountsFile {
  const read = rows.map((row) => ({ row, account: storedAccountSchema.safeParse(row).data }))
  return {
    ...rest,
    accounts: read.flatMap(({ account }) => (account ? [account] : [])),
    unreadable: read.flatMap(({ row, account }) => (account ? [] : [row])),
  }
}

export async function writeAccounts(dataDir: string, file: AccountsFile): Promise<void> {
  const { accounts, unreadable, ...rest } = file
  const content = { ...rest, accounts: [...accounts, ...unreadable] }
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(content, null, 2)}\n`)
}

/** Intact objects of the accounts list in truncated text. */
function rowsIn(text: string): unknown[] {
  const rows: unknown[] = []
  const list = text.indexOf('[', text.indexOf('"accounts"'))
  let depth = 0
  let from = 0
  let inString = false
  for (let at = list + 1; list > 0 && at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' && depth++ === 0) from = at
    else if (character === '}' && --depth === 0) rows.push(parse(text.slice(from, at + 1)))
    if (depth < 0 || (depth === 0 && character === ']' && !inString)) break
  }
  return rows
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

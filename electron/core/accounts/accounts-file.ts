import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { assumptionChangesSchema, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { accountSchema, type Account } from '#shared/bridge/accounts.ts'
import { writeDurably } from '../keychain/file-secrets.ts'

/** A real account as it is kept: where it asks and what it is called. Its key is in the keychain. */
const storedAccountSchema = accountSchema.extend({
  /** Names its directory and its secrets: nothing else than what we make ourselves. */
  id: z.string().regex(/^account-[0-9a-f]{12}$/),
  environment: z.enum(['development', 'production']),
  baseUrl: z.string(),
  assumptions: assumptionChangesSchema.catch({}),
  /** Taken away with its data left here: adding it again finds them. */
  removed: z.boolean().default(false),
  /** Its data are being erased: whatever is left of them goes at the next start. */
  erasing: z.boolean().default(false),
})
export type StoredAccount = z.infer<typeof storedAccountSchema>

/** A file that could not be read whole, kept under another name until the person has seen it. */
const putAsideSchema = z.object({ name: z.string(), at: z.number() })

const fileSchema = z.object({
  active: z.string().catch('demo'),
  accounts: z.array(z.unknown()),
  /** Of the demonstration, which has nothing else to keep. */
  demo: assumptionChangesSchema.catch({}).default({}),
  putAside: z.array(putAsideSchema).catch([]).default([]),
})

export interface AccountsFile {
  active: string
  accounts: StoredAccount[]
  /** Rows that this version cannot read: they stay in the file as they are. */
  unreadable: unknown[]
  demo: AssumptionChanges
  putAside: z.infer<typeof putAsideSchema>[]
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
}

const FILE = 'accounts.json'

/**
 * What is kept, row by row: one that cannot be read does not take the others along. A file that is no JSON is kept under
 * another name, and the rows that are whole in it are taken over.
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
  // A copy first: killed in between, the file is still there to be read again.
  await writeDurably(join(dataDir, name), text)
  const rows = rowsIn(text).filter((row) => storedAccountSchema.safeParse(row).success)
  const saved = withRows({ active: DEMO.id, accounts: rows, demo: {}, putAside: [{ name, at: now }] })
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

/** The objects of the list of accounts that are whole, in a text that was cut. */
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

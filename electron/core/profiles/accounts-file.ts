import { readFile, rename } from 'node:fs/promises'
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

const fileSchema = z.object({
  active: z.string().catch('demo'),
  accounts: z.array(storedAccountSchema),
  /** Of the demonstration, which has nothing else to keep. */
  demo: assumptionChangesSchema.catch({}).default({}),
})

export interface AccountsFile {
  active: string
  accounts: StoredAccount[]
  demo: AssumptionChanges
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

export const noAccounts: AccountsFile = { active: DEMO.id, accounts: [], demo: {} }

const FILE = 'accounts.json'

/** What is kept; a file that cannot be understood is put aside, never written over. */
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
  if (parsed.success) return parsed.data
  await rename(path, join(dataDir, `accounts-${now}.json`))
  return noAccounts
}

export async function writeAccounts(dataDir: string, file: AccountsFile): Promise<void> {
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(file, null, 2)}\n`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

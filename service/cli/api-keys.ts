import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { UsageError } from '#shared/server/options.ts'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { ApiKey } from '../http/auth.ts'

/** Characters of a bearer token (RFC 6750). */
const KEY = /^[A-Za-z0-9._~+/-]+=*$/
/** The shape of a company's tax id. Its control character is not checked: these are invented companies. */
const ACCOUNT = /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/

/** Account of a key given without one. */
const DEVELOPMENT_ACCOUNT = 'B12345674'

/** Parses `key=account,key=account`. An error names an entry by its position: a key is never printed. */
export function parseApiKeys(text: string): ApiKey[] {
  const seen = new Set<string>()
  return text.split(',').map((entry, index) => {
    // The last `=`: a key may end in `=` itself.
    const cut = entry.lastIndexOf('=')
    const key = entry.slice(0, Math.max(cut, 0)).trim()
    const account = entry.slice(cut + 1).trim()
    const refuse = (why: string) => new UsageError(`SERVICE_API_KEYS: entry ${index + 1} ${why}`)
    if (cut === -1 || !KEY.test(key)) throw refuse('is not key=account')
    if (!ACCOUNT.test(account)) throw refuse('has an account that is not a company tax id, such as B12345674')
    if (seen.has(key)) throw refuse('repeats a key: each belongs to exactly one account')
    seen.add(key)
    return { key, account }
  })
}

/**
 * Key of a service started without keys. Made once and kept in the data directory, readable by its owner
 * alone, so that it survives a restart; in memory it lives as long as the process.
 */
export function developmentKey(directory: string | null): ApiKey {
  const key = directory === null ? makeKey() : storedKey(join(directory, 'api-key'))
  return { key, account: DEVELOPMENT_ACCOUNT }
}

const makeKey = () => `dev_${randomBytes(24).toString('base64url')}`

function storedKey(file: string): string {
  const stored = readIfThere(file)?.trim() ?? null
  if (stored !== null) {
    if (KEY.test(stored)) return stored
    throw new Error(`${file} does not hold a key: remove it and a new one will be made`)
  }
  const key = makeKey()
  writeOwnerFile(file, `${key}\n`)
  return key
}

import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from '../core/keychain/file-secrets.ts'

const addressSchema = z.object({
  label: z.string().regex(/^[a-z][a-z0-9]{9,30}$/),
  port: z.number().int().min(1024).max(65535),
})

/** Where the web host lives: the same for as long as the data directory does, so that a bookmark keeps working. */
export type WebAddress = z.infer<typeof addressSchema>

const FILE = 'web-address.json'
const FIRST_PORT = 20_000
const PORTS = 25_000

/**
 * The address of this data directory. The name is random because cookies ignore ports: under `127.0.0.1` or
 * `localhost` they would reach every other server of this PC. The port is derived from the directory, so that
 * two users of one PC rarely want the same.
 */
export async function loadAddress(dataDir: string): Promise<WebAddress> {
  const stored = addressSchema.safeParse(await readJson(join(dataDir, FILE)))
  if (stored.success) return stored.data
  const digest = createHash('sha256').update(dataDir).digest()
  const address = {
    label: `v${randomBytes(8).toString('hex')}`,
    port: FIRST_PORT + (digest.readUInt32BE(0) % PORTS),
  }
  await saveAddress(dataDir, address)
  return address
}

export async function saveAddress(dataDir: string, address: WebAddress): Promise<void> {
  await writeDurably(join(dataDir, FILE), JSON.stringify(address))
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

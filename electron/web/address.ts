import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { isDiskFull } from '../core/store/store-error.ts'
import { writeDurably } from '../core/keychain/file-secrets.ts'

const addressSchema = z.object({
  label: z.string().regex(/^[a-z][a-z0-9]{9,30}$/),
  port: z.number().int().min(1024).max(65535),
})

/** Address of the web host: it never changes for a data directory, so that a bookmark keeps working. */
export type WebAddress = z.infer<typeof addressSchema>

const FILE = 'web-address.json'
/** Below 32768, where Linux begins to give ports to outgoing connections: those would take it now and then. */
const FIRST_PORT = 20_000
const PORTS = 12_000
const TRIES = 20

/** Random, because cookies ignore ports: under `localhost` they would reach every other server of this PC. */
const newLabel = (): string => `v${randomBytes(8).toString('hex')}`

/**
 * Loads the address of this data directory. The port is derived from the directory, so that two users of one
 * PC rarely need the same.
 */
export async function loadAddress(dataDir: string): Promise<WebAddress> {
  const stored = addressSchema.safeParse(await readJson(join(dataDir, FILE)))
  if (stored.success) return stored.data
  const digest = createHash('sha256').update(dataDir).digest()
  const address = { label: newLabel(), port: FIRST_PORT + (digest.readUInt32BE(0) % PORTS) }
  await saveAddress(dataDir, address)
  return address
}

/** If the disk is full, the address is for this run only. */
async function saveAddress(dataDir: string, address: WebAddress): Promise<void> {
  try {
    await writeDurably(join(dataDir, FILE), JSON.stringify(address))
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/**
 * Listens at the directory's own address or, when its port is taken, at another one, which is its own from
 * then on. A name belongs to one port for ever: another user of the old port gets nothing from a bookmark,
 * because the cookie is the new name's.
 * @param wished by the user: its own from now on, too; 0 for any free one, this time only
 * @param listen rejects with `EADDRINUSE` for a port that is taken
 * @returns the result of `listen`, and true if the address changed because the port was taken
 */
export async function listenAtAddress<T extends { port: number }>(
  dataDir: string,
  wished: number | undefined,
  listen: (port: number, label: string) => Promise<T>,
): Promise<{ listening: T; moved: boolean }> {
  const own = await loadAddress(dataDir)
  if (wished === own.port) return { listening: await listen(own.port, own.label), moved: false }
  const label = newLabel()
  if (wished !== undefined) {
    const listening = await listen(wished, label)
    if (wished !== 0) await saveAddress(dataDir, { label, port: listening.port })
    return { listening, moved: false }
  }
  const first = await unlessTaken(listen(own.port, own.label))
  if (first) return { listening: first, moved: false }
  for (let port = own.port + 1; port < Math.min(own.port + TRIES, 65_535); port++) {
    const listening = await unlessTaken(listen(port, label))
    if (!listening) continue
    await saveAddress(dataDir, { label, port })
    return { listening, moved: true }
  }
  const listening = await listen(0, label)
  await saveAddress(dataDir, { label, port: listening.port })
  return { listening, moved: true }
}

function unlessTaken<T>(listening: Promise<T>): Promise<T | null> {
  return listening.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  })
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

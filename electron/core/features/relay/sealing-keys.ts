import * as z from 'zod'
import { createSealer, openSealed, type KeyPair } from '#shared/sealing/sealed-box.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { continues, emptyKeyring, mergedKeyring, type Keyring } from './keyring.rules.ts'

/** This PC's keys for one relay: its own pair, and the office's. They are in the keychain alone. */
export interface SealingKeys {
  /** `null` if there are none, or the keychain is locked. Never rejects. */
  read(): Promise<OwnKeys | null>
  /** Begins with this pair. Rejects as the keychain does, as do all that follow. */
  begin(pair: KeyPair): Promise<void>
  change(change: (own: Known) => Known): Promise<void>
  /**
   * Takes the office's keys as another PC sealed them for this one.
   * @returns false if they do not open with this PC's key, or were not sealed by a PC that has the newest key known here
   */
  take(sealed: string): Promise<boolean>
  delete(): Promise<void>
}

/** What this PC knows of the office's keys. */
interface Known {
  keyring: Keyring
  /**
   * Public keys of PCs whose words a person has compared at this PC. They never come from another PC: the first keyring
   * of a PC could be the relay's.
   */
  approved: readonly string[]
}

interface OwnKeys extends Known {
  pair: KeyPair
}

const NAME = 'relay-sealing'
/** Id that keyrings are sealed under: a PC has one pair. */
const KEYRING = 'keyring'
const keyringSchema: z.ZodType<Keyring> = z.object({
  keys: z
    .array(z.object({ id: z.string(), publicKey: z.string(), privateKey: z.string(), madeAt: z.number() }))
    .max(200),
})
const stored = z.object({
  pair: z.object({ publicKey: z.string(), privateKey: z.string() }),
  keyring: keyringSchema,
  approved: z.array(z.string()),
})

/** Seals the office's keys to one PC. Throws if that is no public key. */
export const sealedKeyring = (publicKey: string, keyring: Keyring): string =>
  createSealer({ id: KEYRING, publicKey })('keyring', JSON.stringify(keyring))

/** @param secrets those of the account */
export function createSealingKeys(secrets: SecretStore): SealingKeys {
  const inTurn = createSerialQueue()
  /** As last read or written. */
  let known: OwnKeys | null = null

  async function read(): Promise<OwnKeys | null> {
    if (known !== null) return known
    const text = await secrets.get(NAME).catch(() => null)
    known = text === null ? null : (parsed(text, stored) ?? null)
    return known
  }

  async function write(next: OwnKeys): Promise<void> {
    await secrets.set(NAME, JSON.stringify(next))
    known = next
  }

  return {
    read,
    begin: (pair) => inTurn(() => write({ pair, keyring: emptyKeyring, approved: [] })),
    change: (change) =>
      inTurn(async () => {
        const own = await read()
        if (own !== null) await write({ ...own, ...change(own) })
      }),
    take: (sealed) =>
      inTurn(async () => {
        const own = await read()
        const given = own && openKeyring(own.pair, sealed)
        if (own === null || given === null || !continues(own.keyring, given)) return false
        const next = mergedKeyring(own.keyring, given)
        if (JSON.stringify(next) !== JSON.stringify(own.keyring)) await write({ ...own, keyring: next })
        return true
      }),
    delete: () =>
      inTurn(async () => {
        await secrets.delete(NAME)
        known = null
      }),
  }
}

function openKeyring(pair: KeyPair, sealed: string): Keyring | null {
  try {
    return parsed(openSealed({ ...pair, id: KEYRING }, 'keyring', sealed).toString(), keyringSchema)
  } catch {
    return null
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

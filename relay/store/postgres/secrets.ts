import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import { type OfficeSecrets, officeSecrets, type Secrets } from '../../office/secrets.ts'
import type { Database, Session } from './database.ts'

const NONCE = 12
const TAG = 16
const KEY = 32

/**
 * Seals with AES-256-GCM: nonce, tag, ciphertext. `about` is authenticated, so a value of one row does not open in
 * another.
 */
export function seal(key: Buffer, about: string, text: string | Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws if the value was sealed with another key or another `about`, or was changed. */
export function unseal(key: Buffer, about: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}

/**
 * Reads the key that all nodes share: 32 bytes as base64 or hex. Only the owner may be able to read the file. Errors
 * contain advice.
 */
export function readKeyFile(file: string): Buffer {
  const text = readIfThere(file)?.trim()
  if (text === undefined)
    throw new Error(`there is no ${file}: make it with new-key, once, and give all nodes a copy`)
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: chmod 600 makes it its owner's alone`)
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== KEY)
    throw new Error(`${file} is no key: it has 32 bytes, as openssl rand -base64 32 writes them`)
  return key
}

/** Creates the key file. Throws if the file exists. */
export function makeKeyFile(file: string): void {
  if (readIfThere(file) !== null) throw new Error(`${file} is there already: secrets sealed with it need it`)
  writeOwnerFile(file, `${randomBytes(KEY).toString('base64')}\n`)
}

const getSecretLabel = (officeId: number) => `office ${officeId}`

/**
 * Secrets in a table, sealed with a key that is not in the database.
 * @param key key of the HMACs
 * @param sealingKey 32 bytes
 */
export function createSecretTable(database: Database, key: Buffer, sealingKey: Buffer): Secrets {
  const open = (officeId: number, sealed: Buffer): OfficeSecrets =>
    officeSecrets.parse(JSON.parse(unseal(sealingKey, getSecretLabel(officeId), sealed).toString()))

  async function read(session: Session, officeId: number, lock = ''): Promise<OfficeSecrets | null> {
    const [row] = await session.query<{ sealed: Buffer }>({
      text: `SELECT sealed FROM secret WHERE office_id = $1 ${lock}`,
      values: [officeId],
    })
    return row === undefined ? null : open(officeId, row.sealed)
  }
  async function write(session: Session, officeId: number, secrets: OfficeSecrets): Promise<void> {
    await session.query({
      text: `INSERT INTO secret (office_id, sealed) VALUES ($1, $2)
        ON CONFLICT (office_id) DO UPDATE SET sealed = excluded.sealed`,
      values: [officeId, seal(sealingKey, getSecretLabel(officeId), JSON.stringify(secrets))],
    })
  }

  return {
    key,
    get: (officeId) => read(database, officeId),
    async offices() {
      const rows = await database.query<{ id: number }>({
        text: 'SELECT office_id AS id FROM secret ORDER BY office_id',
      })
      return rows.map(({ id }) => id)
    },
    set: (officeId, secrets) => write(database, officeId, secrets),
    async remove(officeId) {
      await database.query({ text: 'DELETE FROM secret WHERE office_id = $1', values: [officeId] })
    },
    change: (officeId, change) =>
      database.transaction(async (session) => {
        const own = await read(session, officeId, 'FOR UPDATE')
        if (own !== null) await write(session, officeId, change(own))
      }),
  }
}

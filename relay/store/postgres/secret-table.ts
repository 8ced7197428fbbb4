import { type OfficeSecrets, officeSecrets, type Secrets } from '../../office/secrets.ts'
import type { Database, Session } from './database.ts'
import { seal, unseal } from './sealed.ts'

const about = (officeId: number) => `office ${officeId}`

/**
 * Secrets in a table, sealed with a key that the nodes share and the database does not have.
 * @param key of the HMACs
 * @param sealingKey 32 bytes
 */
export function createSecretTable(database: Database, key: Buffer, sealingKey: Buffer): Secrets {
  const open = (officeId: number, sealed: Buffer): OfficeSecrets =>
    officeSecrets.parse(JSON.parse(unseal(sealingKey, about(officeId), sealed).toString()))

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
      values: [officeId, seal(sealingKey, about(officeId), JSON.stringify(secrets))],
    })
  }

  return {
    key,
    of: (officeId) => read(database, officeId),
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

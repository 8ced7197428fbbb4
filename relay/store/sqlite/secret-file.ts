import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import { type OfficeSecrets, officeSecrets, type Secrets } from '../../office/secrets.ts'

const fileSchema = z.object({ key: z.string(), offices: z.record(z.string(), officeSecrets) })

/**
 * Opens the secrets in a file beside the database, which only its owner can read. Creates a missing file with a new
 * key. Throws if the content is invalid.
 */
export function openSecretFile(file: string): Secrets {
  const text = readIfThere(file)
  const content =
    text === null ? { key: randomBytes(32).toString('base64url'), offices: {} } : parseSecrets(file, text)
  const offices: Record<string, OfficeSecrets> = { ...content.offices }
  const save = () => writeOwnerFile(file, `${JSON.stringify({ key: content.key, offices }, null, 2)}\n`)
  if (text === null) save()

  async function set(officeId: number, secrets: OfficeSecrets): Promise<void> {
    offices[String(officeId)] = secrets
    save()
  }
  return {
    key: Buffer.from(content.key, 'base64url'),
    get: async (officeId) => offices[String(officeId)] ?? null,
    offices: async () => Object.keys(offices).map(Number),
    set,
    async remove(officeId) {
      delete offices[String(officeId)]
      save()
    },
    async change(officeId, change) {
      const own = offices[String(officeId)]
      if (own !== undefined) await set(officeId, change(own))
    },
  }
}

function parseSecrets(file: string, text: string) {
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(`${file} is damaged: put back a copy: without it, each office is made again with init`)
  }
}

import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { alarmSettingsWire } from '#shared/api/relay-alarm.ts'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'

const officeSecrets = z.object({
  name: z.string(),
  adminToken: z.string(),
  inboxKey: z.string(),
  header: z.object({ name: z.string(), value: z.string(), former: z.string().optional() }),
  /** Whom the alarm tells: a webhook's address is often a secret. */
  alarm: alarmSettingsWire.optional(),
})
const fileSchema = z.object({ key: z.string(), offices: z.record(z.string(), officeSecrets) })
export type OfficeSecrets = z.infer<typeof officeSecrets>

/**
 * What the database has only as a digest: it is needed to show the operator's address and header to an
 * administrator, for the self-test and for the administrator's commands. Apart from the database and readable
 * by its owner alone, so that a copy of the database opens nothing.
 */
export interface SecretFile {
  /** Key of the HMACs. */
  readonly key: Buffer
  of(officeId: number): OfficeSecrets | null
  /** Offices that have an entry. */
  offices(): number[]
  set(officeId: number, secrets: OfficeSecrets): void
}

/** Opens the file, or makes it with a new key. Throws if it holds anything else. */
export function openSecretFile(file: string): SecretFile {
  const text = readIfThere(file)
  const content =
    text === null ? { key: randomBytes(32).toString('base64url'), offices: {} } : parse(file, text)
  const offices: Record<string, OfficeSecrets> = { ...content.offices }
  const save = () => writeOwnerFile(file, `${JSON.stringify({ key: content.key, offices }, null, 2)}\n`)
  if (text === null) save()
  return {
    key: Buffer.from(content.key, 'base64url'),
    of: (officeId) => offices[String(officeId)] ?? null,
    offices: () => Object.keys(offices).map(Number),
    set(officeId, secrets) {
      offices[String(officeId)] = secrets
      save()
    },
  }
}

function parse(file: string, text: string) {
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(`${file} is damaged: put back a copy, or move it aside and run rotate for each office`)
  }
}

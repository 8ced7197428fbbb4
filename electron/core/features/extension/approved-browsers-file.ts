import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { BROWSERS } from '#shared/host-protocol/protocol.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'

const approvedSchema = z.object({
  id: z.string().min(1).max(64),
  /** Hash of the extension's secret and of its origin; the secret itself is only in the browser. */
  key: z.string().regex(/^[\w-]{43}$/),
  browser: z.enum(BROWSERS),
  approvedAt: z.number(),
  lastSeenAt: z.number().nullable(),
})
/** A browser that the user has let in. */
export type ApprovedBrowser = z.infer<typeof approvedSchema>

/** Approved browsers of this PC, whatever the account. An entry that cannot be read has to ask again. */
export async function readApproved(path: string): Promise<ApprovedBrowser[]> {
  try {
    const rows: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (!Array.isArray(rows)) return []
    return rows.flatMap((row) => approvedSchema.safeParse(row).data ?? [])
  } catch {
    return []
  }
}

export const writeApproved = (path: string, rows: readonly ApprovedBrowser[]): Promise<void> =>
  writeDurably(path, `${JSON.stringify(rows, null, 2)}\n`)

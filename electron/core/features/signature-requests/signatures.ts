import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { SignatureFilter, SignatureRow } from '#shared/bridge/signature-requests.ts'
import { DAY_MS } from '../changes/alerts.rules.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { isMismatch } from './mismatch.rules.ts'

/** Signature requests at the service: their list, with this PC's data about each. */
export interface Signatures {
  list(
    filter: SignatureFilter,
    before: number | null,
    limit: number,
  ): Promise<Result<CommandResult<'signatures.list'>>>
  counts(): Promise<Result<CommandResult<'signatures.counts'>>>
  get(id: string): Promise<Result<CommandResult<'signatures.get'>>>
  link(id: string, procedureId: string | null): Promise<Result<Record<string, never>>>
  of(procedureId: string): Promise<Result<{ rows: SignatureRow[] }>>
  /** Those of the procedures of a plate, the newest first. */
  ofPlates(vrms: readonly string[], limit: number): Promise<SignatureRow[][]>
}

export interface SignaturesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** Days after which a wait counts as too long; 0: never. */
  days: () => Pick<NotificationSettings['days'], 'signature'>
  onChanged: (ids: readonly string[]) => void
}

export function createSignatures({ call, clock, days, onChanged }: SignaturesDeps): Signatures {
  const lateBefore = (): number | null => {
    const { signature } = days()
    return signature > 0 ? clock.now() - signature * DAY_MS : null
  }
  const moment = () => ({ today: new Date(clock.now()).setHours(0, 0, 0, 0), lateBefore: lateBefore() })

  return {
    list: async (filter, before, limit) => ok(await call('signatures', filter, before, limit, moment())),
    counts: async () => ok(await call('signatureCounts', moment())),

    async get(id) {
      const found = await call('signature', id, lateBefore())
      if (!found) return fail(appError('not-found'))
      const { row, details } = found
      const kept = new Map(
        (await call('signedDocuments', id)).map((serviceDocument) => [
          serviceDocument.documentId,
          serviceDocument.sha256,
        ]),
      )
      const parties = row.procedureId === undefined ? [] : await call('partiesOf', row.procedureId)
      const { idNumber, representativeIdNumber } = details.signer
      return ok({
        row,
        mismatch: isMismatch([idNumber, representativeIdNumber], parties),
        documents: details.documents.map(({ documentId, name }) => {
          const sha256 = kept.get(documentId)
          return {
            documentId,
            name,
            // Its link is a secret that is not stored: a signed one has it.
            available: row.status === 'signed' || sha256 !== undefined,
            kept: sha256 !== undefined,
            ...(sha256 !== undefined && { sha256 }),
          }
        }),
      })
    },

    async link(id, procedureId) {
      const before = await call('signature', id, null)
      if (!(await call('linkSignature', id, procedureId))) return fail(appError('not-found'))
      const procedures = [before?.row.procedureId, procedureId].filter((one) => typeof one === 'string')
      onChanged([id, ...procedures])
      return ok({})
    },

    ofPlates: (vrms, limit) => call('signaturesOfPlates', vrms, limit, lateBefore()),
    of: async (procedureId) => ok({ rows: await call('signaturesOf', procedureId, lateBefore()) }),
  }
}

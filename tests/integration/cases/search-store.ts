import type { CaseMatch } from '#shared/bridge/cases.ts'
import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { created, newSubmission } from '#electron/core/features/procedures/submission.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { procedureSchema } from '#shared/api/procedure.ts'
import { writeNote } from '../../fakes/case-store.ts'

export const NOW = new Date(2026, 10, 20, 14).getTime()
export const KEY = new Uint8Array(32)

/** A store in memory, or in a file, with what a search looks for put in as the application does. */
export function openSearchStore(path = IN_MEMORY) {
  const db = openDatabase(path, KEY)
  const methods = createStoreMethods(db, createAuditWriter(db, null))
  return {
    db,
    ...methods,
    close: () => void db.close(),
    answer(id: string, body: Record<string, unknown> = {}) {
      const procedure = procedureSchema.parse({ id, status: 'PENDING', type: 'VEHICLE_TRANSFER', ...body })
      const seen = toSeen('procedure', procedure)
      methods.resourceAnswered({ seen, now: NOW, officeHours: true, random: 0, cause: 'own', insist: true })
    },
    annotate(id: string, { notes, ...fields }: Record<string, string>) {
      methods.saveAnnotations(id, methods.annotations(id)?.version ?? 0, fields, NOW)
      if (notes !== undefined) writeNote(methods, id, notes, NOW)
    },
    report(vrm: string, brand: string, model: string, reportId = `${vrm} ${brand}`) {
      methods.keepReport({
        reportId,
        vrm,
        kind: 'reduced',
        outcome: 'transferable',
        checkedAt: NOW,
        vehicle: { brand, model },
      })
    },
    contact(fields: Partial<SignatureRequestFields>) {
      const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
      return methods.saveContact(null, null, { ...empty, ...fields }, true, NOW) as { id: string }
    },
    /** A draft sent as the procedure `id`, with its documents. */
    sent(id: string, userEmail: string, names: readonly string[]) {
      const { fields, accepted } = emptyForm()
      const draftId = `draft of ${id}`
      methods.createDraft(draftId, 'transfer', { fields: { ...fields, userEmail }, accepted }, NOW)
      for (const name of names)
        methods.addDocument(
          {
            id: `${draftId} ${name}`,
            draftId,
            source: 'file',
            name,
            type: 'other',
            guessed: false,
            reason: null,
            reading: null,
            party: '',
            mime: 'application/pdf',
            size: 1,
            sha256: name,
            url: null,
            key: null,
            remoteId: null,
          },
          10,
          NOW,
        )
      methods.draftStep(draftId, { submission: created(newSubmission(), id, '', []), now: NOW })
      methods.draftSent(draftId, id, NOW)
      return draftId
    },
    found: (text: string) =>
      methods.caseList({ text }, { by: 'recent', descending: false }, 0, 50, NOW).rows.map(({ id }) => id),
    matches(text: string): CaseMatch[] {
      const { rows } = methods.caseList({ text }, { by: 'recent', descending: false }, 0, 50, NOW)
      return rows.flatMap(({ matches = [] }) => matches)
    },
  }
}

import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { createCaseIndex } from '#electron/core/features/cases/case-index.store.ts'
import { createCaseQueries, type AnnotationChanges } from '#electron/core/features/cases/cases.store.ts'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { createChecklistReader } from '#electron/core/features/checklists/checklists.store.ts'
import { createClientDirectory } from '#electron/core/features/clients/client-directory.store.ts'
import { createDealerQueries } from '#electron/core/features/dealers/dealers.store.ts'
import { createFigureQueries } from '#electron/core/features/figures/figures.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createServiceDocumentQueries } from '#electron/core/features/service-documents/service-documents.store.ts'
import { createClientRequestQueries } from '#electron/core/features/client-requests/client-requests.store.ts'
import { createAlertQueries } from '#electron/core/features/changes/alerts.store.ts'
import { createResourceQueries } from '#electron/core/features/changes/resources.store.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { procedureSchema } from '#shared/api/procedure.ts'

/**
 * Store in this thread, with procedures as the service answers them and annotations as users write them.
 * @param me name of the operator
 */
export function createCaseStore(path = IN_MEMORY, key: Uint8Array = new Uint8Array(32), me = '') {
  const db = openDatabase(path, key)
  const resources = createResourceQueries(db, createServiceDocumentQueries(db).noteServiceDocuments)
  const words = createCaseWords(db)
  const index = createCaseIndex(db, words, () => me)
  const desks = createCaseQueries(db, words, index, () => me)
  const directory = createClientDirectory(db)
  return {
    db,
    resources,
    alerts: createAlertQueries(
      db,
      createClientRequestQueries(db, () => me, createChecklistReader(db), directory).requestsWaiting,
    ),
    desks,
    dealers: createDealerQueries(db, index, createChecklistReader(db), directory),
    figures: createFigureQueries(db, index),
    /** Stores an answer of the service. */
    answer(body: { id: string; status: string } & Record<string, unknown>, now: number): void {
      const seen = toSeen('procedure', procedureSchema.parse(body))
      resources.resourceAnswered({ seen, now, officeHours: true, random: 0.5, cause: 'own', insist: true })
    },
    /** `notes` replaces all notes with one. */
    write(id: string, { notes, ...fields }: AnnotationChanges & { notes?: string }, now: number): void {
      const version = desks.annotations(id)?.version ?? 0
      if (desks.saveAnnotations(id, version, fields, now)?.saved !== true)
        throw new Error(`${id} was not saved`)
      if (notes !== undefined) writeNote(desks, id, notes, now)
    },
    /** Removes all resources and changes, as after their retention. */
    empty: () => db.exec('DELETE FROM resource; DELETE FROM change'),
    close: () => db.close(),
  }
}

/** Replaces all notes of a procedure with one, or with none. */
export function writeNote(
  desks: Pick<ReturnType<typeof createCaseQueries>, 'annotations' | 'addCaseNote' | 'removeCaseNotes'>,
  id: string,
  text: string,
  now: number,
): void {
  desks.removeCaseNotes(desks.annotations(id)?.notes.map((note) => note.id) ?? [], now)
  if (text !== '') desks.addCaseNote(id, text, now)
}

export type CaseStore = ReturnType<typeof createCaseStore>

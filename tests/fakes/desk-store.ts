import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { createDeskQueries, type DeskChanges } from '#electron/core/features/desk/desk.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createPaperQueries } from '#electron/core/features/papers/papers.store.ts'
import { createResourceQueries } from '#electron/core/features/changes/resources.store.ts'
import { seenOf } from '#electron/core/features/changes/resource.rules.ts'
import { procedureSchema } from '#shared/api/procedure.ts'

/** A store in this thread, with procedures as the service would answer them and desks as people write them. */
export function createDeskStore(path = IN_MEMORY, key: Uint8Array = new Uint8Array(32)) {
  const db = openDatabase(path, key)
  const resources = createResourceQueries(db, createPaperQueries(db).notePapers)
  const desks = createDeskQueries(db)
  return {
    db,
    resources,
    desks,
    /** The service answers this about it. */
    answer(body: { id: string; status: string } & Record<string, unknown>, now: number): void {
      const seen = seenOf('procedure', procedureSchema.parse(body))
      resources.resourceAnswered({ seen, now, officeHours: true, random: 0.5, cause: 'own', insist: true })
    },
    write(id: string, fields: DeskChanges, now: number): void {
      const version = desks.desk(id)?.version ?? 0
      if (desks.saveDesk(id, version, fields, now)?.saved !== true) throw new Error(`${id} was not saved`)
    },
    /** Everything that it follows leaves it, as after the time that it is kept. */
    empty: () => db.exec('DELETE FROM resource; DELETE FROM change'),
    close: () => db.close(),
  }
}

export type DeskStore = ReturnType<typeof createDeskStore>

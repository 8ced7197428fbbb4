import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import { createFiles } from '../documents/files.ts'
import { createPreviewer } from '../documents/preview.ts'
import { addDocumentRoutes } from '../documents/routes.ts'
import { createProcedureChanges, type ProcedureChanges } from './changes.ts'
import { createPlateIssuer } from './plates.ts'
import { addProcedureRoutes, createPresenter, type PresentTo } from './routes.ts'
import { createProcedureStore, type ProcedureRow, type ProcedureStore } from './store.ts'
import { addProcedurePage } from './web-page.ts'

export interface Procedures {
  readonly store: ProcedureStore
  readonly changes: ProcedureChanges
  /** The same changes, without events. */
  readonly silent: ProcedureChanges
  readonly present: PresentTo
}

/** Procedures with their documents and their page. */
export function addProcedures(
  app: FastifyInstance,
  context: ServiceContext,
  options: {
    filesDirectory: string | null
    /** Called for each procedure submitted to the operator, in the same transaction. */
    onSubmitted: (row: ProcedureRow) => void
  },
): Procedures {
  const { db, assumptions } = context
  const store = createProcedureStore(db)
  const issuePlate = createPlateIssuer(db)
  const changes = createProcedureChanges(context, store, issuePlate, options.onSubmitted)
  const silent = createProcedureChanges({ ...context, emit: () => {} }, store, issuePlate)
  const present = createPresenter(context, store)
  const files = createFiles({ directory: options.filesDirectory, maxBytes: assumptions.maxUploadBytes })
  const previewer = createPreviewer({ maxBytes: assumptions.maxUploadBytes })

  addProcedureRoutes(app, context, { store, changes, present })
  void app.register((scope) => addDocumentRoutes(scope, context, { store, changes, files, previewer }))
  addProcedurePage(app, context, store)
  app.addHook('onClose', async () => {
    await previewer.close()
    files.close()
  })
  return { store, changes, silent, present }
}

import type { FastifyInstance } from 'fastify'
import type { ProcedureWire } from '#shared/api/procedure.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { fieldLabels, incidentLevelLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { createFiles } from '../documents/files.ts'
import { createPreviewer } from '../documents/preview.ts'
import { addDocumentRoutes } from '../documents/routes.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { escapeHtml, formatClientTime, renderTable, sendPage } from '../http/html.ts'
import { createProcedureChanges, type ProcedureChanges } from './changes.ts'
import { createPlateIssuer } from './plates.ts'
import { presentProcedure, procedureWebPath } from './present.ts'
import { addProcedureRoutes, createLinkMaker, createPresenter, type PresentTo } from './routes.ts'
import { createProcedureStore, type ProcedureRow, type ProcedureStore } from './store.ts'

export interface Procedures {
  readonly store: ProcedureStore
  readonly changes: ProcedureChanges
  /** The same changes, without events. */
  readonly silent: ProcedureChanges
  readonly present: PresentTo
}

/** Adds procedures, their documents and their page. */
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

interface Page {
  Params: { id: string }
  Querystring: { token?: unknown }
}

/** Adds the page of `webUrl`: "URL of the client web view of the procedure". The address is the permission. */
function addProcedurePage(app: FastifyInstance, context: ServiceContext, store: ProcedureStore): void {
  app.get<Page>('/web/procedures/:id', { config: { isOpen: true } }, (request, reply) => {
    const { id } = request.params
    if (!context.links.check(procedureWebPath(id), request.query.token)) throw linkExpired()
    const row = store.findInAnyAccount(id)
    if (row === undefined) throw notFound()
    const parts = { documents: store.listDocuments(id), incidents: store.listIncidents(id) }
    const links = createLinkMaker(context, context.readBaseUrl(request))
    const procedure = presentProcedure(row, parts, links, context.assumptions)
    return sendPage(reply, { title: `Expediente ${id}`, body: renderProcedure(procedure, row.user_email) })
  })
}

function renderProcedure(procedure: ProcedureWire, userEmail: string | null): string {
  const { vehicle, taxableBase } = procedure
  const fields: [string, string | undefined | null][] = [
    ['Estado', procedure.statusDescription],
    ['Matrícula', vehicle === undefined ? procedure.vrm : (vehicle.vrm ?? 'Sin asignar')],
    ['Bastidor', vehicle?.vin],
    [fieldLabels.taxableBase, taxableBase === undefined ? null : formatEuros(Math.round(taxableBase * 100))],
    [fieldLabels.invoiceNumber, procedure.invoiceNumber],
    [fieldLabels.companyTaxId, procedure.companyTaxId],
    [fieldLabels.userEmail, userEmail],
    ['Creado', formatClientTime(procedure.createdAt)],
    ['Actualizado', formatClientTime(procedure.updatedAt)],
  ]
  const levels: Readonly<Record<string, string>> = incidentLevelLabels
  const incidents = procedure.incidents.map(({ description, level, documentId, createdAt, solved }) => [
    description,
    levels[level] ?? level,
    documentId === null ? '' : findDocumentName(procedure, documentId),
    formatClientTime(createdAt),
    solved ? 'Resuelta' : 'Abierta',
  ])
  return `<h1>${escapeHtml(procedure.typeDescription)}</h1>
    <p class="soft">Expediente ${escapeHtml(procedure.id)}</p>
    ${renderTable(
      [],
      fields.flatMap(([label, value]) => (value ? [[label, value]] : [])),
    )}
    <h2>Incidencias</h2>${incidents.length === 0 ? '<p>Ninguna.</p>' : renderTable(['Incidencia', 'Nivel', 'Documento', 'Desde', 'Estado'], incidents)}
    <h2>Documentos aportados</h2>${renderDocuments(procedure, procedure.documents)}
    <h2>Documentos generados</h2>${renderDocuments(procedure, procedure.generatedDocuments)}
    <p class="soft">Las horas son las de la península.</p>`
}

/** Returns the name of a document for people: type and original file name. */
function findDocumentName({ documents, generatedDocuments }: ProcedureWire, id: string): string {
  const document = [...documents, ...generatedDocuments].find((each) => each.id === id)
  if (document === undefined) return id
  const { fileName } = document.metadata
  return typeof fileName === 'string' ? `${document.name} (${fileName})` : document.name
}

function renderDocuments(procedure: ProcedureWire, documents: ProcedureWire['documents']): string {
  if (documents.length === 0) return '<p>Ninguno.</p>'
  const items = documents.map(
    ({ id, downloadUrl, createdAt }) =>
      `<li><a href="${escapeHtml(downloadUrl)}">${escapeHtml(findDocumentName(procedure, id))}</a> <span class="soft">${formatClientTime(createdAt)}</span></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import { createFiles } from '../documents/files.ts'
import { createPreviewer } from '../documents/preview.ts'
import { addDocumentRoutes } from '../documents/routes.ts'
import { createProcedureChanges, type ProcedureChanges } from './changes.ts'
import { createPlateIssuer } from './plates.ts'
import { addProcedureRoutes, createPresenter, type PresentTo, createLinkMaker } from './routes.ts'
import { createProcedureStore, type ProcedureRow, type ProcedureStore } from './store.ts'
import type { ProcedureWire } from '#shared/api/procedure.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { fieldLabels, incidentLevelLabels } from '#shared/text/labels.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { clientTime, escapeHtml, htmlTable, sendPage } from '../http/html.ts'
import { presentProcedure, procedureWebPath } from './present.ts'

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

interface Page {
  Params: { id: string }
  Querystring: { token?: unknown }
}

/** `webUrl`: "URL of the client web view of the procedure". The address is the permission. */
function addProcedurePage(app: FastifyInstance, context: ServiceContext, store: ProcedureStore): void {
  app.get<Page>('/web/procedures/:id', { config: { isOpen: true } }, (request, reply) => {
    const { id } = request.params
    if (!context.links.check(procedureWebPath(id), request.query.token)) throw linkExpired()
    const row = store.findAnyones(id)
    if (row === undefined) throw notFound()
    const parts = { documents: store.documents(id), incidents: store.incidents(id) }
    const links = createLinkMaker(context, context.baseUrlOf(request))
    const procedure = presentProcedure(row, parts, links, context.assumptions)
    return sendPage(reply, { title: `Expediente ${id}`, body: procedureHtml(procedure, row.user_email) })
  })
}

function procedureHtml(procedure: ProcedureWire, userEmail: string | null): string {
  const { vehicle, taxableBase } = procedure
  const fields: [string, string | undefined | null][] = [
    ['Estado', procedure.statusDescription],
    ['Matrícula', vehicle === undefined ? procedure.vrm : (vehicle.vrm ?? 'Sin asignar')],
    ['Bastidor', vehicle?.vin],
    [fieldLabels.taxableBase, taxableBase === undefined ? null : formatEuros(Math.round(taxableBase * 100))],
    [fieldLabels.invoiceNumber, procedure.invoiceNumber],
    [fieldLabels.companyTaxId, procedure.companyTaxId],
    [fieldLabels.userEmail, userEmail],
    ['Creado', clientTime(procedure.createdAt)],
    ['Actualizado', clientTime(procedure.updatedAt)],
  ]
  const levels: Readonly<Record<string, string>> = incidentLevelLabels
  const incidents = procedure.incidents.map(({ description, level, documentId, createdAt, solved }) => [
    description,
    levels[level] ?? level,
    documentId === null ? '' : documentName(procedure, documentId),
    clientTime(createdAt),
    solved ? 'Resuelta' : 'Abierta',
  ])
  return `<h1>${escapeHtml(procedure.typeDescription)}</h1>
    <p class="soft">Expediente ${escapeHtml(procedure.id)}</p>
    ${htmlTable(
      [],
      fields.flatMap(([label, value]) => (value ? [[label, value]] : [])),
    )}
    <h2>Incidencias</h2>${incidents.length === 0 ? '<p>Ninguna.</p>' : htmlTable(['Incidencia', 'Nivel', 'Documento', 'Desde', 'Estado'], incidents)}
    <h2>Documentos aportados</h2>${documentList(procedure, procedure.documents)}
    <h2>Documentos generados</h2>${documentList(procedure, procedure.generatedDocuments)}
    <p class="soft">Las horas son las de la península.</p>`
}

/** A document's name for the reader: its type and its original file name. */
function documentName({ documents, generatedDocuments }: ProcedureWire, id: string): string {
  const document = [...documents, ...generatedDocuments].find((each) => each.id === id)
  if (document === undefined) return id
  const { fileName } = document.metadata
  return typeof fileName === 'string' ? `${document.name} (${fileName})` : document.name
}

function documentList(procedure: ProcedureWire, documents: ProcedureWire['documents']): string {
  if (documents.length === 0) return '<p>Ninguno.</p>'
  const items = documents.map(
    ({ id, downloadUrl, createdAt }) =>
      `<li><a href="${escapeHtml(downloadUrl)}">${escapeHtml(documentName(procedure, id))}</a> <span class="soft">${clientTime(createdAt)}</span></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

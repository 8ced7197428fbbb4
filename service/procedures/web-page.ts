import type { FastifyInstance } from 'fastify'
import type { ProcedureWire } from '#shared/api/procedure.ts'
import { fieldLabels } from '#shared/text/labels-procedures.ts'
import { incidentLevelLabels } from '#shared/text/labels-incidents.ts'
import type { ServiceContext } from '../context.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { escapeHtml, htmlTable, sendPage, shortTime } from '../http/html.ts'
import { presentProcedure, procedureWebPath } from './present.ts'
import { createLinkMaker } from './routes.ts'
import type { ProcedureStore } from './store.ts'

interface Page {
  Params: { id: string }
  Querystring: { token?: unknown }
}

/** `webUrl`: "URL of the client web view of the procedure". The address is the permission. */
export function addProcedurePage(app: FastifyInstance, context: ServiceContext, store: ProcedureStore): void {
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
  const { vehicle } = procedure
  const fields: [string, string | undefined | null][] = [
    ['Estado', procedure.statusDescription],
    ['Matrícula', vehicle === undefined ? procedure.vrm : (vehicle.vrm ?? 'Sin asignar')],
    ['Bastidor', vehicle?.vin],
    [fieldLabels.taxableBase, procedure.taxableBase?.toLocaleString('es-ES')],
    [fieldLabels.invoiceNumber, procedure.invoiceNumber],
    [fieldLabels.companyTaxId, procedure.companyTaxId],
    [fieldLabels.userEmail, userEmail],
    ['Creado', shortTime(procedure.createdAt)],
    ['Actualizado', shortTime(procedure.updatedAt)],
  ]
  const levels: Readonly<Record<string, string>> = incidentLevelLabels
  const incidents = procedure.incidents.map(({ description, level, solved }) => [
    description,
    levels[level] ?? level,
    solved ? 'Resuelta' : 'Abierta',
  ])
  return `<h1>${escapeHtml(procedure.typeDescription)}</h1>
    <p class="soft">Expediente ${escapeHtml(procedure.id)}</p>
    ${htmlTable(
      [],
      fields.flatMap(([label, value]) => (value ? [[label, value]] : [])),
    )}
    <h2>Incidencias</h2>${incidents.length === 0 ? '<p>Ninguna.</p>' : htmlTable(['Incidencia', 'Nivel', 'Estado'], incidents)}
    <h2>Documentos aportados</h2>${documentList(procedure.documents)}
    <h2>Documentos generados</h2>${documentList(procedure.generatedDocuments)}`
}

function documentList(documents: ProcedureWire['documents']): string {
  if (documents.length === 0) return '<p>Ninguno.</p>'
  const items = documents.map(
    ({ name, downloadUrl, createdAt }) =>
      `<li><a href="${escapeHtml(downloadUrl)}">${escapeHtml(name)}</a> <span class="soft">${shortTime(createdAt)}</span></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

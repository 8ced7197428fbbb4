import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import * as z from 'zod'
import { addDocumentBody, documentLinkBody } from '#shared/api/procedure.ts'
import type { ServiceContext } from '../context.ts'
import { readBody, warnOfIgnored } from '../http/body.ts'
import { linkExpired, notFound, HttpError } from '../http/errors.ts'
import { bufferContent, type FileContent, sendFile } from '../http/send-file.ts'
import type { NewDocument, ProcedureChanges } from '../procedures/changes.ts'
import {
  documentDownloadPath,
  presentDocument,
  statusDescription,
  typeDescription,
} from '../procedures/present.ts'
import { asLink, createLinkMaker } from '../procedures/routes.ts'
import type { DocumentRow, ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import type { Files } from './files.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { fieldLabels } from '#shared/text/labels.ts'
import { renderPdf } from '../pdf/render.ts'
import type { SheetPart } from '../pdf/sheet.ts'
import type { Previewer } from './preview.ts'
import { textProblem } from '../http/text.ts'

interface ById {
  Params: { id: string }
}
interface OfProcedure {
  Params: { id: string; documentId: string }
  Querystring: { token?: unknown }
}

const linkBody = z.object(addDocumentBody.shape)

/** Adds a client document, as multipart with a `file` part or a `url`, and serves the downloads. */
export async function addDocumentRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; files: Files; previewer: Previewer },
): Promise<void> {
  const { write, accountOf, links, assumptions, newId, baseUrlOf } = context
  const { store, changes, files, previewer } = parts
  const upload = {
    files,
    newId,
    defaultType: assumptions.defaultDocumentType,
    maxBytes: assumptions.maxUploadBytes,
  }

  function own(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(accountOf(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  async function contentOf(procedure: ProcedureRow, document: DocumentRow): Promise<FileContent> {
    const { type, mime, file, url } = document
    if (file !== null) return { mime, name: safeName(type, mime), ...(await files.open(file)) }
    if (url === null)
      return bufferContent(mime, safeName(type, mime), await generatedPdf(procedure, document, assumptions))
    const linked = await previewer.fetch(url)
    return bufferContent(linked.mime, safeName(type, linked.mime), linked.bytes)
  }

  // In its own scope: no other route accepts multipart bodies.
  await app.register(async (scope) => {
    await scope.register(multipart)
    scope.post<ById>('/v1/procedures/:id/documents', async (request, reply) => {
      // Before the file is read: a procedure that does not exist must not use disk space.
      own(request)
      const document: NewDocument = request.isMultipart()
        ? await readUpload(request, reply, upload)
        : withType(readBody(linkBody, request, reply), assumptions.defaultDocumentType)
      try {
        const made = await write(() => changes.addDocument(own(request), document))
        const shown = presentDocument(made, createLinkMaker(context, baseUrlOf(request)))
        return reply.code(assumptions.addDocumentStatus).send(shown)
      } catch (error) {
        if (document.file !== null) await files.remove(document.file)
        throw error
      }
    })
  })

  app.get<OfProcedure>(
    '/v1/procedures/:id/documents/:documentId/download',
    { config: { isOpen: true } },
    async (request, reply) => {
      const { id, documentId } = request.params
      if (!links.check(documentDownloadPath(id, documentId), request.query.token)) throw linkExpired()
      const procedure = store.findAnyones(id)
      const document = store.findDocument(id, documentId)
      if (procedure === undefined || document === undefined) throw notFound()
      return sendFile(request, reply, await contentOf(procedure, document))
    },
  )
}

const withType = ({ url, type }: z.output<typeof linkBody>, defaultType: string): NewDocument =>
  asLink({ url, type: type ?? defaultType })

/** Restricted to the characters that a header allows; the real name is in the metadata. */
const safeName = (type: string, mime: string) =>
  `${type.replace(/[^\w.-]/g, '_').slice(0, 80)}.${mime.split('/')[1]?.replace(/[^\w]/g, '') ?? 'bin'}`

/** Section specific to each kind of document, so that they can be told apart at a glance. */
const OWN: Readonly<Record<string, (row: ProcedureRow) => SheetPart>> = {
  procedure_invoice: () => ({
    heading: 'Conceptos',
    columns: ['Concepto', 'Importe'],
    rows: [
      ['Honorarios de gestión', formatEuros(4_500)],
      ['IVA 21 %', formatEuros(945)],
      ['Tasa de Tráfico', formatEuros(9_985)],
      ['Total', formatEuros(15_430)],
    ],
  }),
  es_itp_doc: (row) => taxPart('Impuesto sobre Transmisiones Patrimoniales', row, 0.04),
  es_itp_payment_proof: (row) => taxPart('Pago del impuesto (modelo 620)', row, 0.04),
  submission_proof: (row) => ({
    heading: 'Presentación',
    text: `La solicitud del expediente ${row.id} ha quedado presentada. Este justificante no acredita su resolución.`,
  }),
}

function taxPart(heading: string, { taxable_base }: ProcedureRow, rate: number): SheetPart {
  const base = Math.round((taxable_base ?? 0) * 100)
  return {
    heading,
    fields: [
      [fieldLabels.taxableBase, formatEuros(base)],
      ['Tipo', `${rate * 100} %`],
      ['Cuota', formatEuros(Math.round(base * rate))],
    ],
  }
}

/** PDF of a procedure's document: its type, its holder and its vehicle. */
function generatedPdf(
  row: ProcedureRow,
  document: DocumentRow,
  assumptions: ServiceAssumptions,
): Promise<Buffer> {
  const plate = row.vrm === null ? 'sin asignar' : displayPlate(row.vrm)
  const own = OWN[document.type]
  return renderPdf({
    title: document.name,
    subtitle:
      row.vin === null ? `Matrícula ${plate}` : `Bastidor ${displayVin(row.vin)} · Matrícula ${plate}`,
    madeMs: document.created_ms,
    parts: [
      {
        heading: 'Expediente',
        fields: [
          ['Documento', document.name],
          ['Expediente', row.id],
          ['Trámite', typeDescription(row.type, assumptions)],
          ['Estado', statusDescription(row)],
          [fieldLabels.companyTaxId, row.account],
          ...(row.invoice_number === null ? [] : [[fieldLabels.invoiceNumber, row.invoice_number] as const]),
        ],
      },
      {
        heading: 'Vehículo',
        fields: [['Matrícula', plate], ...(row.vin === null ? [] : [['Bastidor', row.vin] as const])],
      },
      ...(own === undefined ? [] : [own(row)]),
    ],
  })
}

/** Enough for `type`, `url` and the fields that a form adds by itself. */
const MAX_FIELDS = 10
/** Enough for a link. */
const MAX_FIELD = 4_096
const MAX_NAME = 255

const fields = z.object(documentLinkBody.shape).partial()

/**
 * Reads a multipart body with one `file` part, or a `url` in its place, and optionally a `type`, in any
 * order. Other parts are named in a `Warning`. The file is on the disk on return; the caller removes it if
 * the request fails.
 */
async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: { files: Files; newId: () => string; defaultType: string; maxBytes: number },
): Promise<NewDocument> {
  const { files, newId, defaultType, maxBytes } = deps
  const limits = {
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD,
    fileSize: maxBytes + 1,
    parts: MAX_FIELDS + 1,
  }
  const given: { type?: string; url?: string } = {}
  const ignored: string[] = []
  let stored: Pick<NewDocument, 'file' | 'mime' | 'metadata'> | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'type' || part.fieldname === 'url') {
          if (given[part.fieldname] !== undefined) throw bad(part.fieldname, 'It is given twice.')
          given[part.fieldname] = readField(part.fieldname, part.value)
        } else ignored.push(part.fieldname)
        continue
      }
      if (part.fieldname !== 'file') throw bad('file', 'The file must be in the part called file.')
      const { file, mime, size } = await files.receive(newId(), part.file, part.mimetype)
      const fileName = part.filename.normalize('NFC').slice(0, MAX_NAME)
      stored = { file, mime, metadata: { fileName, size } }
    }
    const { type = defaultType, url } = given
    if (stored !== null && url !== undefined) ignored.push('url')
    warnOfIgnored(reply, ignored)
    if (stored !== null) return { ...stored, type, url: null }
    if (url !== undefined) return asLink({ type, url })
    throw bad('file', 'There is no part called file, and no url.')
  } catch (error) {
    if (stored?.file) await files.remove(stored.file)
    // The rest of the body is read and discarded: an answer that crosses it would not arrive.
    request.raw.unpipe()
    request.raw.resume()
    throw asRefusal(error)
  }
}

const OF_FORM = /^FST_(FILES|PARTS|FIELDS)_LIMIT$/

/** Passes on a refusal or a disk failure unchanged; any other error means a form that cannot be read. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return new HttpError(400, 'The form is not valid.')
  if ('code' in error && typeof error.code === 'string' && OF_FORM.test(error.code))
    return bad('file', 'One file at a time, and few other parts.')
  return 'statusCode' in error || 'syscall' in error ? error : new HttpError(400, 'The form is not valid.')
}

const bad = (field: string, message: string) => new HttpError(400, message, [{ field, message }])

function readField(name: 'type' | 'url', value: unknown): string {
  const result = fields.shape[name].safeParse(value)
  if (!result.success || result.data === undefined) throw bad(name, `The ${name} is not valid.`)
  const problem = textProblem(result.data)
  if (problem !== null) throw bad(name, problem)
  return result.data
}

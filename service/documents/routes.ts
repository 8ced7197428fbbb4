import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { addDocumentBody, documentLinkBody } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { fieldLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { addIgnoredWarning, findTextProblem, readBody } from '../http/body.ts'
import { HttpError, linkExpired, notFound } from '../http/errors.ts'
import { type FileContent, sendFile, wrapBuffer } from '../http/send-file.ts'
import type { NewDocument, ProcedureChanges } from '../procedures/changes.ts'
import { describeStatus, describeType, documentDownloadPath, presentDocument } from '../procedures/present.ts'
import { createLinkMaker, makeLinkedDocument } from '../procedures/routes.ts'
import type { DocumentRow, ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import { renderPdf, type SheetPart } from '../sample-pdf.ts'
import type { Files } from './files.ts'
import type { Previewer } from './preview.ts'

interface ById {
  Params: { id: string }
}
interface OfProcedure {
  Params: { id: string; documentId: string }
  Querystring: { token?: unknown }
}

const linkBody = z.object(addDocumentBody.shape)

/** Adds the routes that receive a client document (JSON or multipart) and serve downloads. */
export async function addDocumentRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: ProcedureStore; changes: ProcedureChanges; files: Files; previewer: Previewer },
): Promise<void> {
  const { write, readAccount, links, assumptions, newId, readBaseUrl } = context
  const { store, changes, files, previewer } = parts
  const upload = {
    files,
    newId,
    defaultType: assumptions.defaultDocumentType,
    maxBytes: assumptions.maxUploadBytes,
  }

  function findOwnProcedure(request: FastifyRequest<ById>): ProcedureRow {
    const row = store.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  async function openContent(procedure: ProcedureRow, document: DocumentRow): Promise<FileContent> {
    const { type, mime, file, url } = document
    if (file !== null) return { mime, name: makeSafeName(type, mime), ...(await files.open(file)) }
    if (url === null)
      return wrapBuffer(
        mime,
        makeSafeName(type, mime),
        await renderGeneratedPdf(procedure, document, assumptions),
      )
    const linked = await previewer.fetch(url)
    return wrapBuffer(linked.mime, makeSafeName(type, linked.mime), linked.bytes)
  }

  // Multipart is registered in this scope only: no other route accepts a multipart body.
  await app.register(async (scope) => {
    await scope.register(multipart)
    scope.post<ById>('/v1/procedures/:id/documents', async (request, reply) => {
      // Check before the file is read: a procedure that does not exist must not use disk space.
      findOwnProcedure(request)
      const document = request.isMultipart()
        ? await readUpload(request, reply, upload)
        : readLink(request, reply, assumptions.defaultDocumentType)
      try {
        const made = await write(() => changes.addDocument(findOwnProcedure(request), document))
        const shown = presentDocument(made, createLinkMaker(context, readBaseUrl(request)))
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
      const procedure = store.findInAnyAccount(id)
      const document = store.findDocument(id, documentId)
      if (procedure === undefined || document === undefined) throw notFound()
      return sendFile(request, reply, await openContent(procedure, document))
    },
  )
}

function readLink(request: FastifyRequest, reply: FastifyReply, defaultType: string): NewDocument {
  const { url, type = defaultType } = readBody(linkBody, request, reply)
  return makeLinkedDocument({ url, type })
}

/** Makes a file name of the characters that a header allows. The real name is in the metadata. */
const makeSafeName = (type: string, mime: string) =>
  `${type.replace(/[^\w.-]/g, '_').slice(0, 80)}.${mime.split('/')[1]?.replace(/[^\w]/g, '') ?? 'bin'}`

/** Section of its own for some types of document, so that people see the difference at a glance. */
const OWN_PARTS: Readonly<Record<string, (row: ProcedureRow) => SheetPart>> = {
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
  es_itp_doc: (row) => makeTaxPart('Impuesto sobre Transmisiones Patrimoniales', row, 0.04),
  es_itp_payment_proof: (row) => makeTaxPart('Pago del impuesto (modelo 620)', row, 0.04),
  submission_proof: (row) => ({
    heading: 'Presentación',
    text: `La solicitud del expediente ${row.id} ha quedado presentada. Este justificante no acredita su resolución.`,
  }),
}

function makeTaxPart(heading: string, { taxable_base }: ProcedureRow, rate: number): SheetPart {
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

/** Renders the PDF of a document: type, procedure, holder and vehicle. */
function renderGeneratedPdf(
  row: ProcedureRow,
  document: DocumentRow,
  assumptions: ServiceAssumptions,
): Promise<Buffer> {
  const plate = row.vrm === null ? 'sin asignar' : displayPlate(row.vrm)
  const own = OWN_PARTS[document.type]
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
          ['Trámite', describeType(row.type, assumptions)],
          ['Estado', describeStatus(row)],
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

/** Enough for `type`, `url` and fields that a form library adds. */
const MAX_FIELDS = 10
/** Longest field in bytes: enough for a link. */
const MAX_FIELD_BYTES = 4_096
const MAX_NAME_CHARACTERS = 255

const formFields = z.object(documentLinkBody.shape).partial()

/**
 * Reads a multipart body: one `file` part or a `url`, and optionally a `type`, in any order. A `Warning` names
 * other parts. The returned file is on the disk: the caller removes the file if the request fails.
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
    fieldSize: MAX_FIELD_BYTES,
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
          if (given[part.fieldname] !== undefined) throw refuseField(part.fieldname, 'It is given twice.')
          given[part.fieldname] = readField(part.fieldname, part.value)
        } else ignored.push(part.fieldname)
        continue
      }
      if (part.fieldname !== 'file') throw refuseField('file', 'The file must be in the part called file.')
      const { file, mime, size } = await files.receive(newId(), part.file, part.mimetype)
      const fileName = part.filename.normalize('NFC').slice(0, MAX_NAME_CHARACTERS)
      stored = { file, mime, metadata: { fileName, size } }
    }
    const { type = defaultType, url } = given
    if (stored !== null && url !== undefined) ignored.push('url')
    addIgnoredWarning(reply, ignored)
    if (stored !== null) return { ...stored, type, url: null }
    if (url !== undefined) return makeLinkedDocument({ type, url })
    throw refuseField('file', 'There is no part called file, and no url.')
  } catch (error) {
    if (stored?.file) await files.remove(stored.file)
    // Read and discard the rest of the body: a client that still sends would not see the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw convertToRefusal(error)
  }
}

const FORM_LIMIT_CODE = /^FST_(FILES|PARTS|FIELDS)_LIMIT$/

/** Returns a refusal or a disk failure unchanged. Any other error means that the form cannot be read. */
function convertToRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return new HttpError(400, 'The form is not valid.')
  if ('code' in error && typeof error.code === 'string' && FORM_LIMIT_CODE.test(error.code))
    return refuseField('file', 'One file at a time, and few other parts.')
  return 'statusCode' in error || 'syscall' in error ? error : new HttpError(400, 'The form is not valid.')
}

const refuseField = (field: string, message: string) => new HttpError(400, message, [{ field, message }])

function readField(name: 'type' | 'url', value: unknown): string {
  const result = formFields.shape[name].safeParse(value)
  if (!result.success || result.data === undefined) throw refuseField(name, `The ${name} is not valid.`)
  const problem = findTextProblem(result.data)
  if (problem !== null) throw refuseField(name, problem)
  return result.data
}

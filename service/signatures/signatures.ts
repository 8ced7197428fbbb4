import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Signer } from '#shared/api/signature.ts'
import { SIGNATURE_DOCUMENTS } from '#shared/domain/vocabulary.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import type { DueWork } from '../due-work.ts'
import { readBody } from '../http/body.ts'
import { notFound } from '../http/errors.ts'
import { sendFile, wrapBuffer } from '../http/send-file.ts'
import { renderPdf } from '../sample-pdf.ts'
import { createSignatureChanges, createSignatureWork, type SignatureChanges } from './changes.ts'
import { createSignatureStore, type SignatureRow, type SignatureStore } from './store.ts'
import { presentSignature, readSignatoryId, signatureBody } from './wire.ts'

export interface Signatures {
  readonly store: SignatureStore
  readonly changes: SignatureChanges
  readonly work: DueWork
}

/** Adds signature requests and their automatic moves. */
export function addSignatures(
  app: FastifyInstance,
  context: ServiceContext,
  options: {
    delayMs: number
    /** Called for each new request, in the same transaction. */
    onCreated: (row: SignatureRow) => void
  },
): Signatures {
  const store = createSignatureStore(context.db)
  const changes = createSignatureChanges(context, store, options.delayMs, options.onCreated)
  const work = createSignatureWork(context, store, changes)
  addSignatureRoutes(app, context, { store, changes, work })
  return { store, changes, work }
}

interface ById {
  Params: { id: string }
}

function addSignatureRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { store: SignatureStore; changes: SignatureChanges; work: DueWork },
): void {
  const { clock, newId, write, readAccount, readBaseUrl, assumptions } = context
  const { store, changes, work } = parts

  for (const type of SIGNATURE_DOCUMENTS) {
    app.post(`/v1/signatures/${type}`, async (request, reply) => {
      const { signer } = readBody(signatureBody, request, reply)
      const now = clock.now()
      const account = readAccount(request)
      const base = { id: newId(), account, type, created_ms: now, updated_ms: now }
      const row = await write(() => changes.create({ ...base, signer: JSON.stringify(signer) }))
      if (row.due_ms !== null) work.expect(row.due_ms)
      return reply.code(assumptions.createSignatureStatus).send(presentSignature(row, readBaseUrl(request)))
    })
  }

  function findOwnSignature(request: FastifyRequest<ById>): SignatureRow {
    const row = store.find(readAccount(request), request.params.id)
    if (row === undefined) throw notFound()
    return row
  }

  app.get<ById>('/v1/signatures/:id', (request) =>
    presentSignature(findOwnSignature(request), readBaseUrl(request)),
  )

  // "The signed PDF needs the API token to be downloaded", so this route needs the key.
  app.get<{ Params: { id: string; documentId: string } }>(
    '/v1/signatures/:id/documents/:documentId/signed',
    async (request, reply) => {
      const row = findOwnSignature(request)
      if (row.status !== 'signed' || request.params.documentId !== '1') throw notFound()
      const pdf = await renderSignedPdf(row)
      return sendFile(request, reply, wrapBuffer('application/pdf', `${row.type}.pdf`, pdf))
    },
  )
}

/** Renders the signed document: "the signed document in development is a sample file". */
function renderSignedPdf(row: SignatureRow): Promise<Buffer> {
  const signer: Signer = JSON.parse(row.signer)
  return renderPdf({
    title: signatureDocumentLabels[row.type],
    subtitle: `Firmado por ${signer.fullname}`,
    madeMs: row.updated_ms,
    parts: [
      {
        heading: 'Firma',
        fields: [
          ['Solicitud', row.id],
          ['Firmante', signer.fullname],
          ['NIF', signer.idNumber],
          ...(signer.type === 'company' ? [['NIF del representante', readSignatoryId(signer)] as const] : []),
          ['Firmado el', new Date(row.updated_ms).toISOString()],
        ],
      },
    ],
  })
}

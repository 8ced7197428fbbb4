import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { addDocumentBody } from '#shared/api/document.ts'
import type { ServiceContext } from '../context.ts'
import { readBody } from '../http/body.ts'
import { linkExpired, notFound } from '../http/errors.ts'
import { bufferContent, type FileContent, sendFile } from '../http/send-file.ts'
import type { NewDocument, ProcedureChanges } from '../procedures/changes.ts'
import { documentDownloadPath, presentDocument } from '../procedures/present.ts'
import { asLink, createLinkMaker } from '../procedures/routes.ts'
import type { DocumentRow, ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import type { Files } from './files.ts'
import { generatedPdf } from './generated-pdf.ts'
import type { Previewer } from './preview.ts'
import { readUpload } from './upload.ts'

interface ById {
  Params: { id: string }
}
interface OfProcedure {
  Params: { id: string; documentId: string }
  Querystring: { token?: unknown }
}

const linkBody = z.object(addDocumentBody.shape)

/** service.md: "Adds a client document. Either multipart with a `file` part, or a `url`", and the downloads. */
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
    if (file !== null) return { mime, name: fileName(type, mime), ...(await files.open(file)) }
    if (url === null)
      return bufferContent(mime, fileName(type, mime), await generatedPdf(procedure, document, assumptions))
    const linked = await previewer.fetch(url)
    return bufferContent(linked.mime, fileName(type, linked.mime), linked.bytes)
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
const fileName = (type: string, mime: string) =>
  `${type.replace(/[^\w.-]/g, '_').slice(0, 80)}.${mime.split('/')[1]?.replace(/[^\w]/g, '') ?? 'bin'}`

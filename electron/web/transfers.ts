import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { transfers } from '#shared/bridge/contract.ts'
import { TRANSFER_ARGS_HEADER } from '#shared/bridge/frames.ts'
import { appError, fail, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Router } from '../core/bridge/router.ts'

const MAX_ARGS_BYTES = 64 * 1024

type TransferRequest = FastifyRequest<{ Params: { name: string } }>

/** Serves uploads to the core and downloads from it, as HTTP streams. A window cancels by closing the connection. */
export function addTransfers(app: FastifyInstance, { router, path }: { router: Router; path: string }): void {
  // Treat every body as a stream, whatever its content type. The router counts the bytes and stops at the contract's
  // limit.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.post<{ Params: { name: string } }>(`${path}:name`, async (request, reply) => {
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    const { name } = request.params
    const direction = Object.entries(transfers).find(([known]) => known === name)?.[1].direction
    if (direction === 'out') return send(request, reply, gone.signal)
    return receive(request, reply, gone.signal)
  })

  async function send(request: TransferRequest, reply: FastifyReply, signal: AbortSignal) {
    const args = await readArgs(bodyOf(request))
    const sent = args.ok ? await router.send(request.params.name, args.value, signal) : args
    if (!sent.ok) return answer(reply, sent)
    const { filename, contentType, bytes } = sent.value
    void reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
      .type(contentType)
    return reply.send(Readable.from(bytes, { objectMode: false }))
  }

  async function receive(request: TransferRequest, reply: FastifyReply, signal: AbortSignal) {
    const args = parseHeader(request.headers[TRANSFER_ARGS_HEADER])
    if (!args.ok) return answer(reply, args)
    const received = await router.receive(request.params.name, args.value, bodyOf(request), signal)
    return answer(reply, received)
  }
}

/** Body of a request. The parser above passes the stream itself. A request without a body has no stream. */
const bodyOf = ({ body }: TransferRequest): AsyncIterable<Uint8Array> =>
  body instanceof Readable ? body : Readable.from([])

async function readArgs(body: AsyncIterable<Uint8Array>): Promise<Result<unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_ARGS_BYTES) return fail(appError('invalid-request'))
    chunks.push(chunk)
  }
  return parse(Buffer.concat(chunks).toString('utf8') || '{}')
}

function parseHeader(header: string | string[] | undefined): Result<unknown> {
  try {
    return parse(decodeURIComponent(typeof header === 'string' ? header : '{}'))
  } catch {
    // The header has half an escape, which our own pages never send.
    return fail(appError('invalid-request'))
  }
}

function parse(text: string): Result<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return fail(appError('invalid-request'))
  }
}

const STATUS: Partial<Record<AppError['code'], number>> = {
  'invalid-request': 400,
  'file-too-large': 413,
  'file-unreadable': 415,
  'store-locked': 503,
  'store-lost': 503,
  'store-failed': 500,
  'disk-full': 507,
  internal: 500,
}
/** Status of a request that was understood and refused. This is not a failure. */
const REFUSED = 422

function answer(reply: FastifyReply, result: Result<unknown>) {
  const status = result.ok ? 200 : (STATUS[result.error.code] ?? REFUSED)
  // The rest of a refused body is not read, so the connection ends with the answer.
  if (!result.ok) void reply.header('connection', 'close')
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(result))
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Auth } from '../http/auth.ts'
import {
  HttpError,
  createOfficeLeftError,
  createNotFoundError,
  createUnauthorizedError,
  createUnavailableError,
} from '../http/errors.ts'
import { hashSecret } from '../office/secrets.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import type { Metrics } from '../ops/metrics.ts'
import { sealBeginning, sealEvent } from '../office/sealing.ts'
import type { InboxRow, Reader } from '../store/store.ts'
import { StoreBusyError, type Writer } from '../store/write-queue.ts'
import type { Canaries } from '../office/self-test.ts'
import type { EventKeyMaker } from './event-keys.ts'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readEvent } from './read-event.ts'

export interface InboxDeps {
  reader: Reader
  writer: Writer
  clock: Clock
  log: Log
  auth: Auth
  getKeyMaker: (office: InboxRow) => Promise<EventKeyMaker>
  canaries: Canaries
  metrics: Metrics
  /** Reason to refuse events now, or `null`: the relay is stopping, or the disk is low. */
  findCloseReason: () => string | null
  /** Limit of events per second and office; `null` for none. */
  rate: TokenBuckets | null
}

const BEGINNING = 8 * 1024
/** Attempts to seal an event while the office's key changes. */
const SEALINGS = 3

const getSealingKey = ({ sealKey, sealPublic }: InboxRow) =>
  sealKey === null || sealPublic === null ? null : { id: sealKey, publicKey: sealPublic }

/**
 * Route of the inbox. 200: the event is on disk. 503: the sender must retry. The secret is checked before the body is
 * read. An unreadable body goes to quarantine.
 */
export async function addInboxRoutes(app: FastifyInstance, deps: InboxDeps): Promise<void> {
  const { reader, writer, clock, log, auth, getKeyMaker, canaries, metrics, findCloseReason, rate } = deps
  const offices = new WeakMap<FastifyRequest, InboxRow>()

  // The sender gets 413, and nothing of the body is kept.
  app.addHook('onError', async (request, _reply, error) => {
    const office = offices.get(request)
    if (office === undefined || error.statusCode !== 413) return
    metrics.countIngest('too_large')
    log.error(`an event of office ${office.id} was refused: its body is larger than the limit`)
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  async function admitRequest(request: FastifyRequest<{ Params: { key: string } }>): Promise<InboxRow> {
    const office = await reader.findOfficeOfInbox(hashSecret(request.params.key))
    // The office has left. The secret may have changed at its new relay.
    if (office !== null && office.state !== null) throw createOfficeLeftError()
    const isGenuine = hasSecret(request.raw, office, clock.now())
    if (office === null || (!isGenuine && office.mode === 'enforce')) {
      metrics.countIngest('refused')
      auth.countRefusal(request)
      throw office === null ? createNotFoundError() : createUnauthorizedError()
    }
    if (office.closedMs !== null) throw new HttpError(410, 'gone', 'This office is closed.')
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
    if (encoding !== 'identity') throw new HttpError(415, 'bad_request', 'Send the body without compression.')
    const reason = findCloseReason()
    if (reason !== null) throw createUnavailableError('busy', reason)
    if (rate?.takeToken(String(office.id)) === false)
      throw createUnavailableError('busy', 'Too many events at once.')
    return office
  }

  const onRequest = async (
    request: FastifyRequest,
    reply: { header: (name: string, value: string) => unknown },
  ) => {
    try {
      offices.set(request, await admitRequest(request as FastifyRequest<{ Params: { key: string } }>))
      // Read the body as bytes, whatever its content type.
      request.headers['content-type'] = 'application/octet-stream'
    } catch (error) {
      if (isUnavailable(error)) metrics.countIngest('unavailable')
      // The unread body makes the connection unusable.
      reply.header('connection', 'close')
      throw error
    }
  }

  async function storeEvent(
    office: InboxRow,
    bytes: Uint8Array,
  ): Promise<'stored' | 'duplicate' | 'quarantined' | 'canary' | 'stale'> {
    const officeId = office.id
    const to = getSealingKey(office)
    const sealedTo = to?.id ?? null
    const receivedMs = clock.now()
    const read = readEvent(bytes)
    if (read.kind === 'unreadable') {
      const { reason } = read
      const plain = bytes.subarray(0, BEGINNING)
      const beginning = to === null ? plain : sealBeginning(to, plain)
      const hard = (await getKeyMaker(office)).buildBytesKey(bytes)
      const args = { officeId, receivedMs, hard, bytes: bytes.length, reason, beginning, sealedTo }
      const { kind } = await writer.write('quarantine', args, beginning.length + 256)
      if (kind !== 'stored') return kind
      log.error(`an event of office ${officeId} could not be read (${reason}): no PC sees it; see quarantine`)
      return 'quarantined'
    }
    if (canaries.isOurs(officeId, read)) {
      await writer.write('canary', { officeId, id: read.id, receivedAt: new Date(receivedMs).toISOString() })
      return 'canary'
    }
    const keys = (await getKeyMaker(office)).buildEventKeys(read)
    const { body, extra } = to === null ? read : sealEvent(to, read)
    const args = { officeId, receivedMs, ...keys, body, extra, sealedTo }
    const size = body.length + (extra?.length ?? 0) + 256
    const { kind } = await writer.write('ingest', args, size)
    return kind
  }

  /** Stores an event sealed to the office's present key. Retries if the key changes meanwhile. */
  async function storeSealed(office: InboxRow, key: string, bytes: Uint8Array) {
    let present: InboxRow | null = office
    for (let left = SEALINGS; left > 0 && present !== null; left--) {
      const outcome = await storeEvent(present, bytes)
      if (outcome !== 'stale') return outcome
      present = await reader.findOfficeOfInbox(hashSecret(key))
    }
    throw new StoreBusyError('failed', 'the key changes')
  }

  app.post<{ Params: { key: string } }>('/in/:key', { onRequest }, async (request, reply) => {
    const office = offices.get(request)
    if (office === undefined) throw createNotFoundError()
    try {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      metrics.countIngest(await storeSealed(office, request.params.key, bytes))
    } catch (error) {
      metrics.countIngest('unavailable')
      if (!(error instanceof StoreBusyError)) log.error('an event was not stored', error)
      throw createUnavailableError('busy', 'Not stored: send it again.')
    }
    return reply.code(200).header('content-length', '0').send()
  })
  // Some senders request the address before they accept it. Every address gets the same answer.
  app.get('/in/:key', async (_request, reply) => reply.code(200).send())
}

/** True if the sender is told to retry. */
const isUnavailable = (error: unknown) =>
  error instanceof StoreBusyError || (error instanceof HttpError && error.statusCode === 503)

const MAX_VALUE = 512
/** Digest to compare with if no secret exists, so that an unknown address takes the same time. */
const NOTHING = hashSecret('')

/** Value of a header; `null` if it is missing, repeated or too long. */
function readSingleHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | null {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
  )
  const [value] = values
  return values.length === 1 && value !== undefined && value.length <= MAX_VALUE ? value : null
}

/**
 * True if the request carries the secret of the inbox: the current value, or the former value during a rotation.
 * Always compares both digests, in constant time.
 */
function hasSecret(
  request: Pick<IncomingMessage, 'rawHeaders'>,
  office: Pick<InboxRow, 'headerName' | 'headerHash' | 'formerHash' | 'formerUntilMs'> | null,
  now: number,
): boolean {
  const value = readSingleHeader(request, office?.headerName ?? 'x-relay-secret')
  // Node decodes header values as Latin-1.
  const given = hashSecret(Buffer.from(value ?? '', 'latin1'))
  const isCurrent = timingSafeEqual(given, office?.headerHash ?? NOTHING)
  const isFormer = timingSafeEqual(given, office?.formerHash ?? NOTHING)
  const isOpen = office?.formerUntilMs !== null && now < (office?.formerUntilMs ?? 0)
  return value !== null && value !== '' && office !== null && (isCurrent || (isFormer && isOpen))
}

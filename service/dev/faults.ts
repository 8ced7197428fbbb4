import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'
import { errorBody } from '../http/errors.ts'

const kinds = [
  'latency',
  'unauthorized',
  'too-many-requests',
  'error',
  'truncate',
  'drop-before',
  'drop-after',
] as const

/** A fault to inject. `drop-after` hangs up once the work is done and on the disk: the caller cannot know. */
export const faultBody = z.object({
  kind: z.enum(kinds),
  /** Prefix of the addresses affected; all by default. */
  path: z.string().startsWith('/').max(500).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Number of requests affected; by default, until the fault is removed. */
  times: z.number().int().min(1).max(1_000_000).optional(),
  /** `latency`. */
  ms: z.number().int().min(0).max(120_000).optional(),
  /** `too-many-requests`: seconds. */
  retryAfter: z.number().int().min(0).max(86_400).optional(),
  /** `error`. */
  status: z.number().int().min(500).max(599).optional(),
})
type FaultOrder = z.output<typeof faultBody>
type Fault = FaultOrder & { readonly id: number; left: number | null }

export interface Faults {
  add(order: FaultOrder): Fault
  list(): readonly Fault[]
  remove(id: number): boolean
  clear(): void
}

const DEFAULT_LATENCY_MS = 2_000

/**
 * Injects faults into the service's addresses (never into `/_dev/` itself), in memory: a restart ends them.
 */
export function addFaults(app: FastifyInstance): Faults {
  let faults: Fault[] = []
  let nextId = 1
  const atTheEnd = new WeakMap<FastifyRequest, 'truncate' | 'drop-after'>()

  /** Takes the first matching fault and decrements its count. */
  function take(request: FastifyRequest): Fault | undefined {
    if (faults.length === 0 || request.url.startsWith('/_dev')) return undefined
    const fault = faults.find(
      ({ path, method }) =>
        (path === undefined || request.url.startsWith(path)) && (method ?? request.method) === request.method,
    )
    if (fault?.left != null && --fault.left === 0) faults = faults.filter((each) => each !== fault)
    return fault
  }

  app.addHook('onRequest', async (request, reply) => {
    const fault = take(request)
    if (fault === undefined) return undefined
    if (fault.kind === 'latency') {
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? DEFAULT_LATENCY_MS))
      return undefined
    }
    if (fault.kind === 'truncate' || fault.kind === 'drop-after') {
      atTheEnd.set(request, fault.kind)
      return undefined
    }
    if (fault.kind === 'drop-before') return hangUp(request, reply)
    return refuse(fault, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const end = atTheEnd.get(request)
    if (end === undefined) return payload
    if (end === 'drop-after') return hangUp(request, reply)
    const whole =
      typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : Buffer.alloc(2)
    // The length of the whole, and a stream of its first half: for a buffer Fastify would correct the length.
    reply.header('content-length', whole.length)
    reply.raw.once('finish', () => request.raw.socket.destroy())
    return Readable.from([whole.subarray(0, Math.floor(whole.length / 2))])
  })

  return {
    add(order) {
      const fault = { ...order, id: nextId++, left: order.times ?? null }
      faults.push(fault)
      return fault
    },
    list: () => faults,
    remove(id) {
      const before = faults.length
      faults = faults.filter((each) => each.id !== id)
      return faults.length < before
    },
    clear() {
      faults = []
    },
  }
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function refuse({ kind, retryAfter, status }: Fault, reply: FastifyReply): FastifyReply {
  if (kind === 'unauthorized') return reply.code(401).send(UNAUTHORIZED_BODY)
  if (kind === 'too-many-requests')
    return reply
      .code(429)
      .header('retry-after', String(retryAfter ?? 1))
      .send(errorBody(429))
  return reply.code(status ?? 503).send(errorBody(status ?? 503))
}

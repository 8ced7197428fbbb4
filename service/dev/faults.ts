import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { UNAUTHORIZED_BODY } from '#shared/api/endpoints.ts'
import { makeErrorBody } from '../http/errors.ts'

const kinds = [
  'latency',
  'unauthorized',
  'too-many-requests',
  'error',
  'truncate',
  'drop-before',
  'drop-after',
] as const

/**
 * A fault to inject. `drop-after` hangs up after the work is on the disk, so the outcome is unknown to the caller.
 */
export const faultBody = z.object({
  kind: z.enum(kinds),
  /** Prefix of the affected addresses. The default is every address. */
  path: z.string().startsWith('/').max(500).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Number of affected requests. The default is every request until the fault is removed. */
  times: z.number().int().min(1).max(1_000_000).optional(),
  /** Milliseconds, for `latency`. */
  ms: z.number().int().min(0).max(120_000).optional(),
  /** Seconds, for `too-many-requests`. */
  retryAfter: z.number().int().min(0).max(86_400).optional(),
  /** HTTP status, for `error`. */
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

/** Injects faults into every address except `/_dev/`. Faults are in memory, so a restart ends them. */
export function addFaults(app: FastifyInstance): Faults {
  let faults: Fault[] = []
  let nextId = 1
  const pendingEnds = new WeakMap<FastifyRequest, 'truncate' | 'drop-after'>()

  /** Finds the first matching fault and decrements its count. */
  function takeFault(request: FastifyRequest): Fault | undefined {
    if (faults.length === 0 || request.url.startsWith('/_dev')) return undefined
    const fault = faults.find(
      ({ path, method }) =>
        (path === undefined || request.url.startsWith(path)) && (method ?? request.method) === request.method,
    )
    if (fault?.left != null && --fault.left === 0) faults = faults.filter((each) => each !== fault)
    return fault
  }

  app.addHook('onRequest', async (request, reply) => {
    const fault = takeFault(request)
    if (fault === undefined) return undefined
    if (fault.kind === 'latency') {
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? DEFAULT_LATENCY_MS))
      return undefined
    }
    if (fault.kind === 'truncate' || fault.kind === 'drop-after') {
      pendingEnds.set(request, fault.kind)
      return undefined
    }
    if (fault.kind === 'drop-before') return hangUp(request, reply)
    return sendRefusal(fault, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const end = pendingEnds.get(request)
    if (end === undefined) return payload
    if (end === 'drop-after') return hangUp(request, reply)
    const whole =
      typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : Buffer.alloc(2)
    // Send the full length and a stream of the first half. With a buffer, Fastify would correct the length.
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

function sendRefusal({ kind, retryAfter, status }: Fault, reply: FastifyReply): FastifyReply {
  if (kind === 'unauthorized') return reply.code(401).send(UNAUTHORIZED_BODY)
  if (kind === 'too-many-requests')
    return reply
      .code(429)
      .header('retry-after', String(retryAfter ?? 1))
      .send(makeErrorBody(429))
  return reply.code(status ?? 503).send(makeErrorBody(status ?? 503))
}

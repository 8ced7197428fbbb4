import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { WORKER_COMMANDS, WORKER_PATH } from '#shared/bridge/frames.ts'
import type { Router } from '../core/bridge/router.ts'

/** The errors of a page are the largest. */
const MAX_BYTES = 32 * 1024

const callSchema = z.object({ command: z.enum(WORKER_COMMANDS), args: z.unknown() })

/**
 * Calls of the notification worker, each a request of its own behind the checks of every request: it has no socket. It
 * may call its few commands and no other.
 */
export function addWorkerCalls(app: FastifyInstance, router: Pick<Router, 'call'>): void {
  app.post(WORKER_PATH, { bodyLimit: MAX_BYTES }, async ({ body }, reply) => {
    const call = callSchema.safeParse(body)
    if (!call.success) return reply.code(400).send('')
    return router.call(call.data.command, call.data.args)
  })
}

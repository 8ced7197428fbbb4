import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Auth } from '../http/auth.ts'
import { badRequest } from '../http/errors.ts'
import type { Reader } from '../store/store.ts'

const query = z.object({
  from: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Which PC confirmed which event and when, for the office's records. */
export function addReceiptRoutes(app: FastifyInstance, deps: { auth: Auth; reader: Reader }): void {
  const { auth, reader } = deps
  app.get('/v1/receipts', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const asked = query.safeParse(request.query)
    if (!asked.success) throw badRequest('from is a number of an event and limit 1..500')
    return reply.send(await reader.receipts(officeId, asked.data.from, asked.data.limit))
  })
}

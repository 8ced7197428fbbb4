import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import type { DueWork } from '../due-work.ts'
import { createSignatureChanges, createSignatureWork, type SignatureChanges } from './changes.ts'
import { addSignatureRoutes } from './routes.ts'
import { createSignatureStore, type SignatureRow, type SignatureStore } from './store.ts'

export interface Signatures {
  readonly store: SignatureStore
  readonly changes: SignatureChanges
  readonly work: DueWork
}

/** Signature requests and their automatic moves. */
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

import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../context.ts'
import type { DueWork } from '../due-work.ts'
import { createSignatureChanges, createSignatureWork, type SignatureChanges } from './changes.ts'
import { addSignatureRoutes } from './routes.ts'
import { createSignatureStore, type SignatureStore } from './store.ts'

export interface Signatures {
  readonly store: SignatureStore
  readonly changes: SignatureChanges
  readonly work: DueWork
}

/** Signature requests, and what happens to them by itself. */
export function addSignatures(app: FastifyInstance, context: ServiceContext, delayMs: number): Signatures {
  const store = createSignatureStore(context.db)
  const changes = createSignatureChanges(context, store, delayMs)
  const work = createSignatureWork(context, store, changes)
  addSignatureRoutes(app, context, { store, changes, work })
  return { store, changes, work }
}

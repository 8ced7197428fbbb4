import type { Signer } from '#shared/api/signature.ts'
import type { SignatureState } from '#shared/domain/vocabulary.ts'
import type { ServiceContext } from '../context.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import { getFinalState } from './sentinels.ts'
import type { SignatureRow, SignatureStore } from './store.ts'
import { presentSignatureDocuments, readSignatoryId, buildSignaturePath } from './wire.ts'

/** Every change of a signature request, with its event. Call each change in a transaction. */
export type SignatureChanges = ReturnType<typeof createSignatureChanges>

export function createSignatureChanges(
  context: Pick<ServiceContext, 'clock' | 'emit' | 'getBaseUrl' | 'mode' | 'assumptions'>,
  store: SignatureStore,
  /** Delay from submission to the final state of a sentinel. */
  delayMs: number,
  /** Called for each new request, in the same transaction. */
  onCreated: (row: SignatureRow) => void = () => {},
) {
  const { clock, emit, getBaseUrl, mode, assumptions } = context
  const sentMs = Math.round(delayMs * assumptions.signatureSentShare)

  function emitChange(row: SignatureRow): void {
    const documents = row.status === 'signed' ? presentSignatureDocuments(row, getBaseUrl()) : undefined
    const fields = { type: row.type, status: row.status, ...(documents && { documents }) }
    const event = {
      account: row.account,
      id: row.id,
      path: buildSignaturePath(row.id),
      atMs: clock.now(),
      fields,
    }
    emit({ ...event, name: 'signature.status_changed' })
  }

  function moveTo(row: SignatureRow, status: SignatureState, dueMs: number | null = null): SignatureRow {
    const moved = { ...row, status, updated_ms: Math.max(clock.now(), row.updated_ms), due_ms: dueMs }
    store.move(row.id, status, moved.updated_ms, dueMs)
    emitChange(moved)
    return moved
  }

  /** Production has no sentinels: a real signatory decides. */
  function readFinalState(row: SignatureRow): SignatureState | null {
    const signer: Signer = JSON.parse(row.signer)
    return mode === 'production' ? null : getFinalState(readSignatoryId(signer))
  }

  return {
    create(row: Omit<SignatureRow, 'status' | 'due_ms'>): SignatureRow {
      const made = { ...row, status: 'submitted', due_ms: row.created_ms + sentMs } as const
      store.insert(made)
      emitChange(made)
      onCreated(made)
      return made
    },
    /** Makes the next automatic move: `submitted` to `sent`, and `sent` to the final state of a sentinel. */
    advance(row: SignatureRow): void {
      const final = readFinalState(row)
      if (row.status === 'submitted') moveTo(row, 'sent', final === null ? null : row.created_ms + delayMs)
      else if (row.status === 'sent' && final !== null) moveTo(row, final)
      else store.move(row.id, row.status, row.updated_ms, null)
    },
    moveTo,
  }
}

/** Creates the work that makes due automatic moves. */
export function createSignatureWork(
  context: Pick<ServiceContext, 'clock' | 'log' | 'db'>,
  store: SignatureStore,
  changes: SignatureChanges,
): DueWork {
  const { clock, log, db } = context
  const transaction = db.transaction((work: () => void) => work())
  return createDueWork({
    name: 'signatures',
    clock,
    log,
    nextDueMs: () => store.findNextDueMs(),
    run(now, limit) {
      const due = store.listDue(now, limit)
      if (due.length > 0) transaction.immediate(() => due.forEach((row) => changes.advance(row)))
    },
  })
}

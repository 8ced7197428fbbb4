import * as z from 'zod'
import { PROCEDURE_STATES, type ProcedureState } from '#shared/domain/vocabulary.ts'
import type { ServiceContext } from '../context.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import { plateAt } from '../procedures/plates.ts'
import type { ProcedureRow } from '../procedures/store.ts'
import { createDraw } from '../registry/draw.ts'
import { identify } from '../registry/vehicle.ts'

export const seedBody = z.object({
  procedures: z.number().int().min(1).max(1_000_000),
  /** Assigned in turn; by default all but drafts, in the proportions of a real office. */
  states: z.array(z.enum(PROCEDURE_STATES)).min(1).max(100).optional(),
  /** The same seed gives the same vehicles. */
  seed: z.string().max(100).optional(),
})

/** Between chunks, the requests that arrived meanwhile are answered. */
const CHUNK = 500
/** Limits the ids in the response: more would be megabytes. */
const MAX_IDS = 1_000
const DAY_MS = 86_400_000

const EVERY_STATE: readonly ProcedureState[] = [
  'PENDING',
  'IN_PROGRESS',
  'DONE',
  'DELIVERED_TO_CLIENT',
  'BLOCKED',
  'DONE',
  'ON_HOLD',
  'DELIVERED_TO_CLIENT',
  'IN_PROGRESS',
  'CANCELLED',
]

/** Creates procedures in given states, dated in the past and without events. */
export async function seedProcedures(
  context: Pick<ServiceContext, 'clock' | 'newId' | 'write'>,
  silent: ProcedureChanges,
  account: string,
  { procedures, states, seed = 'seed' }: z.output<typeof seedBody>,
): Promise<{ procedures: number; ids: string[] }> {
  const { clock, newId, write } = context
  const ids: string[] = []
  const wanted: readonly ProcedureState[] = states ?? EVERY_STATE

  function make(index: number): void {
    const draw = createDraw(`${seed}/${index}`)
    const created = clock.now() - draw(60) * DAY_MS - draw(DAY_MS)
    const isRegistration = draw(10) < 3
    // Plates of the years that the fleet covers: 0000BBB to about 2026.
    const vrm = plateAt(draw(42_000_000))
    const row: ProcedureRow = {
      id: newId(),
      account,
      type: isRegistration ? 'VEHICLE_REGISTRATION' : 'VEHICLE_TRANSFER',
      vin: isRegistration ? identify(vrm).vehicle.vin : null,
      vrm: isRegistration ? null : vrm,
      taxable_base: isRegistration ? null : (draw(3_000_000) + 50_000) / 100,
      invoice_number: isRegistration ? null : `F-2026-${index}`,
      user_email: 'mostrador@example.com',
      status: 'PENDING',
      cancel_reason: null,
      created_ms: created,
      updated_ms: created,
    }
    const state = wanted[index % wanted.length] ?? 'PENDING'
    if (state === 'DRAFT') silent.create({ ...row, status: 'DRAFT' }, [])
    else silent.create(row, [])
    if (state === 'BLOCKED')
      silent.addIncident(row, { type: 'pending-document', level: 'blocker', documentId: null })
    else if (state !== 'DRAFT' && state !== 'PENDING') silent.moveTo(row, state)
    if (ids.length < MAX_IDS) ids.push(row.id)
  }

  for (let from = 0; from < procedures; from += CHUNK) {
    await write(() => {
      for (let index = from; index < Math.min(from + CHUNK, procedures); index++) make(index)
    })
  }
  return { procedures, ids }
}

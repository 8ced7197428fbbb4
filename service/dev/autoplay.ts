import { INCIDENT_TYPES, type ProcedureState } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels-incidents.ts'
import type { ServiceContext } from '../context.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import type { ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import { createDraw } from '../registry/draw.ts'

/** At speed 1, between one step and the next: what takes the desk a day takes a demonstration some seconds. */
const STEP_MS = 8_000
const JITTER_MS = 6_000

export interface Autoplay {
  /** In a transaction: from now on this procedure goes on by itself. */
  play(procedureId: string, speed: number): void
  readonly work: DueWork
}

const PLAYABLE: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'DONE']

/** Whether there is a step to play from a state: a draft waits for its confirmation, and the others are over. */
export const isPlayable = (state: ProcedureState): boolean => PLAYABLE.includes(state)

interface PlayRow {
  procedure_id: string
  speed: number
  step: number
}

/**
 * Plays the life of procedures as the operator's people would, with an incident now and then. What the client has
 * to put right waits for the client; what waits for somebody else is solved by itself. Each step depends on the
 * procedure's id alone, so the same ids live the same lives.
 */
export function createAutoplay(
  context: Pick<ServiceContext, 'clock' | 'log' | 'db'>,
  store: ProcedureStore,
  changes: ProcedureChanges,
): Autoplay {
  const { clock, log, db } = context
  const upsert = db.prepare<[string, number, number, number]>(
    `INSERT INTO play (procedure_id, speed, step, due_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (procedure_id) DO UPDATE SET speed = excluded.speed, step = excluded.step, due_ms = excluded.due_ms`,
  )
  const remove = db.prepare<[string]>('DELETE FROM play WHERE procedure_id = ?')
  const next = db.prepare<[], { due: number | null }>('SELECT min(due_ms) AS due FROM play')
  const due = db.prepare<[number, number], PlayRow>(
    'SELECT procedure_id, speed, step FROM play WHERE due_ms <= ? ORDER BY due_ms LIMIT ?',
  )
  const transaction = db.transaction((work: () => void) => work())

  const waitOf = (id: string, step: number, speed: number) =>
    Math.ceil((STEP_MS + createDraw(`${id}/wait/${step}`)(JITTER_MS)) / speed)

  function take({ procedure_id: id, speed, step }: PlayRow): void {
    const row = store.findAnyones(id)
    if (row === undefined || !goOn(row, step)) remove.run(id)
    else upsert.run(id, speed, step + 1, clock.now() + waitOf(id, step + 1, speed))
  }

  /** One step. False when there are no more. */
  function goOn(row: ProcedureRow, step: number): boolean {
    const draw = createDraw(`${row.id}/step/${step}`)
    const incidents = store.incidents(row.id)
    switch (row.status) {
      case 'PENDING':
        if (incidents.length === 0 && draw(100) < 25) addIncident(row, draw)
        else changes.moveTo(row, 'IN_PROGRESS')
        return true
      case 'IN_PROGRESS':
        if (incidents.length === 0 && draw(100) < 15) addIncident(row, draw)
        else changes.moveTo(row, draw(100) < 30 && step < 4 ? 'ON_HOLD' : 'DONE')
        return true
      case 'ON_HOLD':
        changes.moveTo(row, 'DONE')
        return true
      case 'BLOCKED': {
        const hold = incidents.find(({ level, solved_ms }) => level === 'hold' && solved_ms === null)
        if (hold !== undefined) changes.solveIncident(row, hold.id, 'operator')
        return true
      }
      case 'DONE':
        changes.moveTo(row, 'DELIVERED_TO_CLIENT')
        return false
      default:
        return false
    }
  }

  function addIncident(row: ProcedureRow, draw: (below: number) => number): void {
    const [document] = store.documents(row.id)
    const types = INCIDENT_TYPES.filter(
      (type) => document !== undefined || incidentLabels[type].level !== 'document',
    )
    const type = types[draw(types.length)] ?? 'pending-document'
    const { level } = incidentLabels[type]
    changes.addIncident(row, {
      type,
      level,
      documentId: level === 'document' ? (document?.id ?? null) : null,
    })
  }

  const work = createDueWork({
    name: 'procedures that play by themselves',
    clock,
    log,
    nextDueMs: () => next.get()?.due ?? null,
    run(now, limit) {
      const rows = due.all(now, limit)
      if (rows.length > 0) transaction.immediate(() => rows.forEach(take))
    },
  })
  return {
    work,
    play(procedureId, speed) {
      const dueMs = clock.now() + waitOf(procedureId, 0, speed)
      upsert.run(procedureId, speed, 0, dueMs)
      setImmediate(() => work.expect(dueMs))
    },
  }
}

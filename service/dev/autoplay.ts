import { INCIDENT_TYPES, type ProcedureState } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { createCounters } from '../db/open.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import type { ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import { createDraw, type Draw } from '../registry/draw.ts'
import type { SignatureChanges } from '../signatures/changes.ts'
import type { SignatureRow, SignatureStore } from '../signatures/store.ts'

/** Shortest time between two steps at speed 1: a day at a real office takes seconds in a demonstration. */
const STEP_MS = 8_000
const JITTER_MS = 6_000

/** Pace of everything that advances by itself. */
interface Pace {
  readonly paused: boolean
  /** Factor on the speed of each procedure and signature. */
  readonly speed: number
}

export interface Autoplay {
  /**
   * Makes a procedure or signature advance by itself from now on. Call this method in a transaction.
   * @param share fraction of the usual wait before the first step
   */
  play(id: string, speed: number, share?: number): void
  readPace(): Pace & { readonly playing: number }
  /** Changes the pace from now on. Call this method in a transaction. */
  setPace(change: Partial<Pace>): void
  /**
   * Takes the next step now, also while paused. Call this method in a transaction.
   * @returns id of the resource that moved, or `null` if nothing can move
   */
  takeNextStep(): string | null
  readonly work: DueWork
}

interface PlayRow {
  id: string
  speed: number
  step: number
}

const PAUSED = 'pace-paused'
const PERMILLE = 'pace-permille'
const NORMAL = 1_000

/**
 * Simulates the work of the operator and of signatories, with an occasional incident. A step depends only on the id
 * and its number, so the same ids have the same history.
 *
 * Steps that fell due while the service was stopped or paused are spread over the time that follows. A
 * demonstration that is opened the next day does not do the work of a night at once.
 */
export function createAutoplay(
  context: Pick<ServiceContext, 'clock' | 'log' | 'db'>,
  stores: PlayedStores,
): Autoplay {
  const { clock, log, db } = context
  const counters = createCounters(db)
  const takeStep = createStepTaker(stores)
  const upsert = db.prepare<[string, number, number, number]>(
    `INSERT INTO play (id, speed, step, due_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET speed = excluded.speed, step = excluded.step, due_ms = excluded.due_ms`,
  )
  const remove = db.prepare<[string]>('DELETE FROM play WHERE id = ?')
  const next = db.prepare<[], { due: number | null }>('SELECT min(due_ms) AS due FROM play')
  const due = db.prepare<[number, number], PlayRow>(
    'SELECT id, speed, step FROM play WHERE due_ms <= ? ORDER BY due_ms LIMIT ?',
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM play')
  const rescale = db.prepare<{ now: number; by: number }>(
    'UPDATE play SET due_ms = @now + CAST((due_ms - @now) * @by AS INTEGER) WHERE due_ms > @now',
  )
  const transaction = db.transaction((work: () => void) => work())

  const readPace = (): Pace => ({
    paused: counters.read(PAUSED) === 1,
    speed: (counters.read(PERMILLE) || NORMAL) / NORMAL,
  })
  const computeDue = (id: string, step: number, speed: number): number => {
    const wait = STEP_MS + createDraw(`${id}/wait/${step}`)(JITTER_MS)
    return clock.now() + Math.ceil(wait / (speed * readPace().speed))
  }

  function advance({ id, speed, step }: PlayRow): boolean {
    const outcome = takeStep(id, step)
    if (outcome === 'over') remove.run(id)
    else upsert.run(id, speed, step + 1, computeDue(id, step + 1, speed))
    return outcome === 'moved'
  }

  /** Spreads overdue steps over the time from now on, one after another. */
  function spreadOverdue(): void {
    const now = clock.now()
    const rows = due.all(now, -1)
    for (const [index, { id, speed, step }] of rows.entries()) {
      const share = (index + 1) / rows.length
      upsert.run(id, speed, step, now + Math.ceil((computeDue(id, step, speed) - now) * share))
    }
  }

  const work = createDueWork({
    name: 'what plays by itself',
    clock,
    log,
    nextDueMs: () => (readPace().paused ? null : (next.get()?.due ?? null)),
    run(now, limit) {
      if (readPace().paused) return
      const rows = due.all(now, limit)
      if (rows.length > 0) transaction.immediate(() => rows.forEach(advance))
    },
  })
  /** Wakes the work after the transaction. */
  const wake = () => {
    const at = next.get()?.due
    if (at != null && !readPace().paused) setImmediate(() => work.expect(at))
  }

  return {
    work: {
      ...work,
      start() {
        transaction.immediate(spreadOverdue)
        work.start()
      },
    },
    play(id, speed, share = 1) {
      const now = clock.now()
      upsert.run(id, speed, 0, now + Math.ceil((computeDue(id, 0, speed) - now) * share))
      wake()
    },
    readPace: () => ({ ...readPace(), playing: count.get()?.n ?? 0 }),
    setPace({ paused, speed }) {
      const before = readPace()
      if (speed !== undefined) {
        counters.write(PERMILLE, Math.round(speed * NORMAL))
        rescale.run({ now: clock.now(), by: before.speed / speed })
      }
      if (paused !== undefined) counters.write(PAUSED, paused ? 1 : 0)
      if (before.paused && paused === false) spreadOverdue()
      wake()
    },
    takeNextStep() {
      // Take the earliest step that moves something: a blocked procedure may wait for its client.
      for (const row of due.all(Number.MAX_SAFE_INTEGER, -1)) if (advance(row)) return row.id
      return null
    },
  }
}

export interface PlayedStores {
  readonly procedures: { readonly store: ProcedureStore; readonly changes: ProcedureChanges }
  readonly signatures: { readonly store: SignatureStore; readonly changes: SignatureChanges }
}

const PLAYABLE: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'DONE']

/** True if autoplay has a step from this state. A draft waits for its confirmation. The other states are final. */
export const isPlayable = (state: ProcedureState): boolean => PLAYABLE.includes(state)

/** `waits`: the resource waits for its client. `over`: the resource has no further step. */
type StepOutcome = 'moved' | 'waits' | 'over'

/**
 * Creates the function that takes a step of a procedure or signature. Call that function in a transaction. The step
 * depends only on the id and the number.
 */
function createStepTaker({ procedures, signatures }: PlayedStores) {
  return (id: string, step: number): StepOutcome => {
    const draw = createDraw(`${id}/step/${step}`)
    const procedure = procedures.store.findInAnyAccount(id)
    if (procedure) return moveProcedure(procedure, step, draw)
    const signature = signatures.store.findInAnyAccount(id)
    return signature ? moveSignature(signature, draw) : 'over'
  }

  function moveProcedure(row: ProcedureRow, step: number, draw: Draw): StepOutcome {
    const { store, changes } = procedures
    const incidents = store.listIncidents(row.id)
    switch (row.status) {
      case 'PENDING':
        if (incidents.length === 0 && draw(100) < 25) addIncident(row, draw)
        else changes.moveTo(row, 'IN_PROGRESS')
        return 'moved'
      case 'IN_PROGRESS':
        if (incidents.length === 0 && draw(100) < 15) addIncident(row, draw)
        else changes.moveTo(row, draw(100) < 30 && step < 4 ? 'ON_HOLD' : 'DONE')
        return 'moved'
      case 'ON_HOLD':
        changes.moveTo(row, 'DONE')
        return 'moved'
      case 'BLOCKED': {
        // Autoplay solves incidents of third parties. The client solves the others.
        const hold = incidents.find(({ level, solved_ms }) => level === 'hold' && solved_ms === null)
        if (hold === undefined) return 'waits'
        changes.solveIncident(row, hold.id, 'operator')
        return 'moved'
      }
      case 'DONE':
        changes.moveTo(row, 'DELIVERED_TO_CLIENT')
        return 'moved'
      default:
        return 'over'
    }
  }

  function addIncident(row: ProcedureRow, draw: Draw): void {
    const { store, changes } = procedures
    const [document] = store.listDocuments(row.id)
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

  function moveSignature(row: SignatureRow, draw: Draw): StepOutcome {
    const { changes } = signatures
    if (row.status === 'submitted') changes.moveTo(row, 'sent')
    // Most people sign.
    else if (row.status === 'sent') changes.moveTo(row, draw(100) < 80 ? 'signed' : 'rejected')
    else return 'over'
    return 'moved'
  }
}

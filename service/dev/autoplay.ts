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

/** Interval between two steps at speed 1: a day at a real office takes seconds in a demonstration. */
const STEP_MS = 8_000
const JITTER_MS = 6_000

/** How fast everything that plays goes on. */
interface Pace {
  readonly paused: boolean
  /** Multiplies the speed of each. */
  readonly speed: number
}

export interface Autoplay {
  /**
   * In a transaction: the procedure or signature advances by itself from now on.
   * @param share of the usual wait before its first step
   */
  play(id: string, speed: number, share?: number): void
  pace(): Pace & { readonly playing: number }
  /** In a transaction: changes the pace from now on. */
  setPace(change: Partial<Pace>): void
  /** In a transaction: takes the next step now, also while paused. @returns what moved; `null` if nothing can */
  step(): string | null
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
 * Simulates the work of the operator and of signatories, with an occasional incident. Each step depends on the id
 * alone, so the same ids have the same history. Steps that were due while the service was stopped or paused are
 * spread over the time that follows: a demonstration opened the next day does not do a night's work at once.
 */
export function createAutoplay(
  context: Pick<ServiceContext, 'clock' | 'log' | 'db'>,
  stores: PlayedStores,
): Autoplay {
  const { clock, log, db } = context
  const counters = createCounters(db)
  const take = createSteps(stores)
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

  const pace = (): Pace => ({
    paused: counters.read(PAUSED) === 1,
    speed: (counters.read(PERMILLE) || NORMAL) / NORMAL,
  })
  const dueOf = (id: string, step: number, speed: number): number => {
    const wait = STEP_MS + createDraw(`${id}/wait/${step}`)(JITTER_MS)
    return clock.now() + Math.ceil(wait / (speed * pace().speed))
  }

  function advance({ id, speed, step }: PlayRow): boolean {
    const outcome = take(id, step)
    if (outcome === 'over') remove.run(id)
    else upsert.run(id, speed, step + 1, dueOf(id, step + 1, speed))
    return outcome === 'moved'
  }

  /** One after another, from now on. */
  function spreadOverdue(): void {
    const now = clock.now()
    const rows = due.all(now, -1)
    for (const [index, { id, speed, step }] of rows.entries()) {
      const share = (index + 1) / rows.length
      upsert.run(id, speed, step, now + Math.ceil((dueOf(id, step, speed) - now) * share))
    }
  }

  const work = createDueWork({
    name: 'what plays by itself',
    clock,
    log,
    nextDueMs: () => (pace().paused ? null : (next.get()?.due ?? null)),
    run(now, limit) {
      if (pace().paused) return
      const rows = due.all(now, limit)
      if (rows.length > 0) transaction.immediate(() => rows.forEach(advance))
    },
  })
  /** After the transaction. */
  const wake = () => {
    const at = next.get()?.due
    if (at != null && !pace().paused) setImmediate(() => work.expect(at))
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
      upsert.run(id, speed, 0, now + Math.ceil((dueOf(id, 0, speed) - now) * share))
      wake()
    },
    pace: () => ({ ...pace(), playing: count.get()?.n ?? 0 }),
    setPace({ paused, speed }) {
      const before = pace()
      if (speed !== undefined) {
        counters.write(PERMILLE, Math.round(speed * NORMAL))
        rescale.run({ now: clock.now(), by: before.speed / speed })
      }
      if (paused !== undefined) counters.write(PAUSED, paused ? 1 : 0)
      if (before.paused && paused === false) spreadOverdue()
      wake()
    },
    step() {
      // The earliest that moves: some wait for their client.
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

/**
 * True if autoplay has a step from this state: a draft waits for its confirmation, and the others are final.
 */
export const isPlayable = (state: ProcedureState): boolean => PLAYABLE.includes(state)

/** `over`: nothing more happens to it; `waits`: for its client. */
type StepOutcome = 'moved' | 'waits' | 'over'

/** Takes the next step of a procedure or a signature, in a transaction. It depends on its id and step alone. */
function createSteps({ procedures, signatures }: PlayedStores) {
  return (id: string, step: number): StepOutcome => {
    const draw = createDraw(`${id}/step/${step}`)
    const procedure = procedures.store.findAnyones(id)
    if (procedure) return moveProcedure(procedure, step, draw)
    const signature = signatures.store.findAnyones(id)
    return signature ? moveSignature(signature, draw) : 'over'
  }

  function moveProcedure(row: ProcedureRow, step: number, draw: Draw): StepOutcome {
    const { store, changes } = procedures
    const incidents = store.incidents(row.id)
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
        // One for a third party is solved by itself; one for the client waits for the client.
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

  function moveSignature(row: SignatureRow, draw: Draw): StepOutcome {
    const { changes } = signatures
    if (row.status === 'submitted') changes.moveTo(row, 'sent')
    // Most people sign.
    else if (row.status === 'sent') changes.moveTo(row, draw(100) < 80 ? 'signed' : 'rejected')
    else return 'over'
    return 'moved'
  }
}

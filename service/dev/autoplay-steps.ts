import { INCIDENT_TYPES, type ProcedureState } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import type { ProcedureRow, ProcedureStore } from '../procedures/store.ts'
import { createDraw, type Draw } from '../registry/draw.ts'
import type { SignatureChanges } from '../signatures/changes.ts'
import type { SignatureRow, SignatureStore } from '../signatures/store.ts'

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
export type StepOutcome = 'moved' | 'waits' | 'over'

/** Takes the next step of a procedure or a signature, in a transaction. It depends on its id and step alone. */
export function createSteps({ procedures, signatures }: PlayedStores) {
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

import type { DraftState } from '#shared/bridge/procedures.ts'
import { checkEmail } from '#shared/domain/addresses.ts'
import { eurosOf, parseEuros } from '#shared/domain/euros.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import {
  areHalvesOfSale,
  duplicateKeys,
  preflight,
  type Preflight,
  type PreflightInput,
} from '#shared/domain/procedures/preflight.ts'
import type { DraftFields } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { checkVin } from '#shared/domain/vin.ts'
import type { DraftBody } from '../../api/service-client.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DraftInside } from './draft-rows.store.ts'

/** States in which the user may change the form and the documents of a draft: nothing is being sent. */
export const CHANGEABLE: readonly DraftState[] = ['editing', 'ready', 'stopped']

export const isChangeable = ({ state }: { state: DraftState }): boolean => CHANGEABLE.includes(state)

/** Request body of a form, or `null` while a field is invalid. */
export function draftBody(kind: DraftKind, fields: DraftFields): DraftBody | null {
  const address = checkEmail(fields.userEmail)
  if (!address.ok) return null
  const userEmail = address.email
  if (kind === 'registration') {
    const check = checkVin(fields.vin)
    return check.kind === 'invalid' ? null : { kind, vin: check.vin, userEmail }
  }
  const vrm = classifyPlate(fields.vrm)?.vrm
  if (vrm === undefined) return null
  if (kind === 'notification') return { kind, vrm, userEmail }
  const amount = parseEuros(fields.taxableBase)
  const invoiceNumber = fields.invoiceNumber.trim()
  if (amount.kind !== 'ok' || invoiceNumber === '') return null
  return { kind, vrm, taxableBase: eurosOf(amount.cents), invoiceNumber, userEmail }
}

export interface Circumstances extends Pick<PreflightInput, 'available' | 'online' | 'now'> {
  call: StoreCall
}

/** Preflight of a draft, with the data of its vehicle on this PC. */
export async function draftPreflight(
  { draft }: DraftInside,
  { call, ...around }: Circumstances,
): Promise<Preflight> {
  const { id, kind, fields, accepted, expected } = draft
  const keys = duplicateKeys(kind, fields)
  const [duplicates, known] = await Promise.all([
    call('duplicatesOf', id, draft.procedureId ?? null, keys),
    keys.vrm === undefined ? null : call('lookupView', keys.vrm),
  ])
  return preflight({
    kind,
    form: { fields, accepted, expected },
    documents: draft.documents.map((document) => ({
      id: document.id,
      type: document.type,
      name: document.name,
      bad: document.state === 'refused',
    })),
    verdict: known?.verdict
      ? {
          outcome: known.verdict.outcome,
          checkedAt: known.verdict.report.checkedAt,
          kind: known.verdict.report.kind,
          disagrees: known.verdict.against !== null,
        }
      : null,
    duplicates: duplicates.filter((other) => !areHalvesOfSale(kind, other)),
    ...around,
  })
}

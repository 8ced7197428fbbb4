import type { SentFields } from '#shared/api/procedure.ts'
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
import { type DraftKind, PROCEDURE_KINDS, type SentField } from '#shared/domain/procedures/kinds.ts'
import { checkVin } from '#shared/domain/vin.ts'
import type { DraftBody } from '../../api/service-client.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DraftInside } from './draft-rows.store.ts'

/** States in which the user may change the form and the documents of a draft: nothing is being sent. */
export const CHANGEABLE: readonly DraftState[] = ['editing', 'ready', 'stopped']

export const isChangeable = ({ state }: { state: DraftState }): boolean => CHANGEABLE.includes(state)

/** Reads a typed field in the format of the service. `null` if it is invalid. */
const SENT_READERS: { readonly [N in SentField]: (text: string) => SentFields[N] | null } = {
  vrm: (text) => classifyPlate(text)?.vrm ?? null,
  vin(text) {
    const check = checkVin(text)
    return check.kind === 'invalid' ? null : check.vin
  },
  taxableBase(text) {
    const amount = parseEuros(text)
    return amount.kind === 'ok' ? eurosOf(amount.cents) : null
  },
  invoiceNumber: (text) => text.trim() || null,
  userEmail(text) {
    const address = checkEmail(text)
    return address.ok ? address.email : null
  },
}

/**
 * Request body of a form, or `null` while a field is invalid. A submission stores the body as JSON and compares it
 * later, so the order of the fields must stay.
 */
export function draftBody(kind: DraftKind, fields: DraftFields): DraftBody | null {
  const read = PROCEDURE_KINDS[kind].sent.map((name) => [name, SENT_READERS[name](fields[name])] as const)
  return read.some(([, value]) => value === null) ? null : { kind, ...Object.fromEntries(read) }
}

export interface Circumstances extends Pick<PreflightInput, 'available' | 'online' | 'now'> {
  call: StoreCall
}

/** Preflight of a draft, with the data of its vehicle on this PC. */
export async function draftPreflight(
  { draft }: DraftInside,
  { call, ...around }: Circumstances,
): Promise<Preflight> {
  const { id, kind, fields, accepted, expected, situations } = draft
  const keys = duplicateKeys(kind, fields)
  const [duplicates, checklists, known] = await Promise.all([
    call('duplicatesOf', id, draft.procedureId ?? null, keys),
    call('checklists'),
    keys.vrm === undefined ? null : call('lookupView', keys.vrm),
  ])
  return preflight({
    kind,
    form: { fields, accepted, expected, situations },
    checklists,
    documents: draft.documents.map((document) => ({
      id: document.id,
      type: document.type,
      name: document.name,
      party: document.party,
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

import { areHalvesOfSale, duplicateKeys } from '#shared/domain/procedures/duplicates.ts'
import { preflight, type Preflight, type PreflightInput } from '#shared/domain/procedures/preflight.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DraftInside } from './draft-rows.store.ts'

export interface Circumstances extends Pick<PreflightInput, 'available' | 'online' | 'now'> {
  call: StoreCall
}

/** Pre-flight of a draft, with this PC's data on its vehicle. */
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

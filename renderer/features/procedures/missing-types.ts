import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { kindOfType } from '#shared/domain/procedures/kind-of-type.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'

/**
 * Types that would meet each usual requirement that an open procedure lacks.
 * @param staged types of the documents that are about to be attached
 */
export function missingTypes(
  procedureType: string,
  parties: { sellerTaxId: string; buyerTaxId: string } | undefined,
  documents: readonly Pick<ServiceDocument, 'which' | 'type'>[],
  staged: readonly string[],
): readonly (readonly string[])[] {
  const kind = kindOfType(procedureType)
  if (kind === null) return []
  const types = documents.filter(({ which }) => which === 'client').map(({ type }) => type)
  const { sellerTaxId = '', buyerTaxId = '' } = parties ?? {}
  return requirementsOf(kind, { sellerTaxId, buyerTaxId }, [...types, ...staged]).flatMap((requirement) =>
    requirement.met ? [] : [requirement.types],
  )
}

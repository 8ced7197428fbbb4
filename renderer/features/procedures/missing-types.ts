import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { kindOfType } from '#shared/domain/procedures/kind-of-type.ts'
import { type RequirementDocument, requirementsOf } from '#shared/domain/procedures/requirements.ts'

/**
 * Types that would meet each usual requirement that an open procedure lacks.
 * @param staged documents that are about to be attached
 */
export function missingTypes(
  procedureType: string,
  parties: { sellerTaxId: string; buyerTaxId: string } | undefined,
  documents: readonly Pick<ServiceDocument, 'which' | 'type' | 'sentName'>[],
  staged: readonly RequirementDocument[],
): readonly (readonly string[])[] {
  const kind = kindOfType(procedureType)
  if (kind === null) return []
  const given = documents
    .filter(({ which }) => which === 'client')
    .map(({ type, sentName = '' }) => ({ type, name: sentName }))
  const { sellerTaxId = '', buyerTaxId = '' } = parties ?? {}
  return requirementsOf(kind, { sellerTaxId, buyerTaxId }, [...given, ...staged]).flatMap((requirement) =>
    requirement.met ? [] : [requirement.types],
  )
}

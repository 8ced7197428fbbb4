import * as z from 'zod'
import { documentLinkBody, creationFields } from '#shared/api/procedure.ts'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { checkVin } from '#shared/domain/vin.ts'
import { identifierMeta, inPlainCharacters } from '../http/identifier-meta.ts'
import { vrmField } from '../http/plate-field.ts'

const VIN_META = identifierMeta(
  4,
  17,
  'VIN of 17 characters without I, O and Q, or 4 to 16 for an older vehicle.',
  'VSSZZZ5FZHR000412',
)

/** A chassis number, including those older than the VIN; read as its compact form. */
const vinField = inPlainCharacters(creationFields.vin)
  .meta(VIN_META)
  .transform((text, context) => {
    const check = checkVin(text)
    if (check.kind !== 'invalid') return check.vin
    context.addIssue({ code: 'custom', message: `The VIN is not valid: ${check.reason}.` })
    return z.NEVER
  })

/** Bodies of creation and change as the service parses them: unknown fields are ignored. */
export function procedureBodies({ maxDocuments, requiredFields }: ServiceAssumptions) {
  const { taxableBase, invoiceNumber, userEmail, confirmed } = creationFields
  const documents = z.array(z.object(documentLinkBody.shape)).max(maxDocuments)
  const [vin, vrm] = [vinField, vrmField]
  const registration = { vin, userEmail, documents, confirmed }
  const transfer = { vrm, taxableBase, invoiceNumber, userEmail, documents, confirmed }
  const notification = { vrm, userEmail, documents, confirmed }
  return {
    registration: requiring(registration, requiredFields.registration),
    transfer: requiring(transfer, requiredFields.transfer),
    notification: requiring(notification, requiredFields.notification),
    update: requiring({ vin, userEmail, documents }, []),
  }
}

/** A body with these fields required and the rest optional. */
function requiring<S extends Readonly<Record<string, z.ZodType>>>(fields: S, required: readonly string[]) {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : field.optional(),
  ])
  // The required fields are data, so the types assume none.
  return z.object(Object.fromEntries(entries) as { [K in keyof S]: z.ZodOptional<S[K]> })
}

import type { KnownValue } from '#shared/domain/known-parties.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import type { Client } from '../../replica/client.ts'
import { partyProposal, searchable } from '../known-parties/known-fill.ts'
import { type Party, signerFromParty } from './parties.ts'
import { startSignatureRequest } from './start-signature-request.ts'
import { SIGNER } from './use-signature-request.ts'

/**
 * Begins the mandate of a party with everything that is known of it, and opens it: at its review when nothing is
 * missing, which is where it is sent from.
 */
export async function startMandate(client: Client, procedureId: string, party: Party): Promise<void> {
  const given = signerFromParty(party)
  const taxId = searchable(party.taxId)
  const known = taxId === null ? null : await client.bridge.call('known-parties.get', { taxId, except: '' })
  const { fills } = partyProposal(known?.ok ? known.value.sources : [], SIGNER, {
    ...emptySignatureRequestFields(),
    ...given,
    document: '',
    procedureId,
  })
  const values = Object.entries(fills).map(([name, { value }]: [string, KnownValue]) => [name, value])
  await startSignatureRequest(
    client,
    { procedureId, fields: { ...given, ...Object.fromEntries(values) } },
    { atReview: true },
  )
}

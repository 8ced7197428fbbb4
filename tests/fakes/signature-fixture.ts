import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import type { Signable, SignatureRequestField } from '#shared/domain/signature-requests/fields.ts'
import type { Core } from '#electron/core/core.ts'
import { waitUntil } from './core-fixture.ts'
import type { ProcedureCommands } from './procedure-fixture.ts'

/** Methods of a core that tests use, in this process or in one that can be killed. */
export type SignatureRequestCore = Pick<ProcedureCommands, 'call' | 'value'>

export const PERSON: Partial<Record<SignatureRequestField, string>> = {
  idNumber: '12345678z',
  fullname: 'Ana Ribera Soler',
  street: 'Calle Mayor, 3',
  zipCode: '28013',
  provinceName: 'Madrid',
  municipalityName: 'Madrid',
  phone: '612 34 56 78',
  email: 'ana@ribera.es',
}
export const COMPANY: Partial<Record<SignatureRequestField, string>> = {
  ...PERSON,
  idNumber: 'B12345674',
  fullname: 'Talleres Ribera, S.L.',
  representativeIdNumber: '12345678Z',
}

/** Request with every field that the service requires. */
export const request = (
  core: SignatureRequestCore,
  fields: Partial<Record<SignatureRequestField, string>> = {},
  more: Partial<CommandArgs<'signature-requests.create'>> = {},
): Promise<SignatureRequest> => {
  const document: Signable = 'mandate-generic'
  return core.value('signature-requests.create', { document, fields: { ...PERSON, ...fields }, ...more })
}

/** Waits until it is neither about to be sent nor being sent. */
export const settled = (core: SignatureRequestCore, id: string, ms = 60_000): Promise<SignatureRequest> =>
  waitUntil(
    () => core.value('signature-requests.get', { id }),
    ({ state }) => state !== 'leaving' && state !== 'sending',
    ms,
  )

/** Sends a request as the user would, and returns its outcome. */
export async function sent(
  core: SignatureRequestCore,
  { id, version }: Pick<SignatureRequest, 'id' | 'version'>,
): Promise<SignatureRequest> {
  await core.value('signature-requests.send', { id, version })
  return settled(core, id)
}

/** Bytes of a signed document, or the error. */
export async function signedBytes(core: Core, id: string, documentId: string) {
  const out = await core.router.send('signatures.document', { id, documentId }, new AbortController().signal)
  if (!out.ok) return out
  const chunks: Uint8Array[] = []
  for await (const chunk of out.value.bytes) chunks.push(chunk)
  return { ok: true as const, value: { ...out.value, bytes: Buffer.concat(chunks) } }
}

import { expect, test } from 'vitest'
import type { Contact, SignatureRequest } from '#shared/bridge/signature-requests.ts'
import {
  emptySignatureRequestFields,
  type SignatureRequestForm,
} from '#shared/domain/signature-requests/fields.ts'
import { clientText } from '#shared/text/client.ts'
import { signatureValues } from '#shared/text/client-answer.ts'
import {
  contactOptions,
  isMeant,
  compareParties,
  partiesOf,
  signerFromParty,
  signatureRequestViewModel,
} from '#renderer/features/signature-requests/signature-request-view-model.ts'
import {
  createSignatureRequestForm,
  judgedOf,
  sourceOf,
} from '#renderer/features/signature-requests/signature-request-form.ts'
import { nextOf } from '#renderer/features/signature-requests/signature-cells.tsx'
import { blankAnnotations } from '../../renderer/harness/fake-annotations.ts'
import { blankSignatureRequest } from '../../renderer/harness/fake-signature-request.ts'
import { FakeBridge } from '../../renderer/harness/fake-bridge.ts'
import { base } from '../../renderer/harness/scene-base.ts'

const form = (
  fields: Partial<SignatureRequestForm['fields']>,
  rest: Partial<SignatureRequestForm> = {},
): SignatureRequestForm => ({
  document: 'mandate-specific',
  accepted: [],
  ...rest,
  fields: { ...emptySignatureRequestFields(), ...fields },
})
const contact = (idNumber: string, fullname: string): Contact => {
  const { extra: _, notes: __, ...fields } = emptySignatureRequestFields()
  return { id: idNumber, version: 1, fields: { ...fields, idNumber, fullname }, usedAt: null, uses: 0 }
}

test('the parties of a procedure are those that have something written of them', () => {
  const { fields } = blankAnnotations()
  expect(partiesOf(fields, 'transfer')).toEqual([])
  const both = partiesOf({ ...fields, sellerName: 'Alcaraz', buyerTaxId: ' 12345678z ' }, 'transfer')
  expect(both).toEqual([
    { who: 'seller', name: 'Alcaraz', taxId: '' },
    { who: 'buyer', name: '', taxId: '12345678z' },
  ])
  expect(signerFromParty(both[0]!)).toEqual({ fullname: 'Alcaraz' })
  expect(partiesOf({ ...fields, buyerName: 'Ana' }, 'registration')).toMatchObject([{ who: 'owner' }])
})

test('a signer is compared with the numbers that are noted, however they are written', () => {
  const parties = [{ who: 'buyer' as const, name: 'Nuria', taxId: '12.345.678-Z' }]
  expect(compareParties(parties, ['12345678z'])).toBe('ok')
  expect(compareParties(parties, ['B12345674', '12345678Z'])).toBe('ok')
  expect(compareParties(parties, ['00000000T', ''])).toBe('mismatch')
  expect(compareParties(parties, ['', ''])).toBe('unknown')
  expect(compareParties([{ who: 'buyer', name: 'Nuria', taxId: '' }], ['00000000T'])).toBe('unknown')
})

test('Enter takes the first contact only when it begins as what is typed', () => {
  const [vega, nuria] = [contact('B12345674', 'Ocasión Vega, S.L.'), contact('12345678Z', 'Nuria Ferrer')]
  expect(isMeant([vega, nuria], 'ocasi')).toBe(true)
  expect(isMeant([vega, nuria], 'OCASION V')).toBe(true)
  expect(isMeant([vega, nuria], 'b-123')).toBe(true)
  expect(isMeant([vega, nuria], 'vega')).toBe(false)
  expect(isMeant([vega, nuria], 'oc')).toBe(false)
  expect(isMeant([], 'ocasión')).toBe(false)
  expect(contactOptions([vega])[0]).toMatchObject({ label: 'Ocasión Vega, S.L.', detail: 'B12345674' })
})

test('a wrong control is told at once with the right one; what is only unfinished, once it is left', () => {
  const wrong = signatureRequestViewModel(form({ idNumber: '12345678A' }), 'idNumber', false)
  expect(wrong).toMatchObject({ tone: 'stop', suggestions: ['12345678Z'] })
  expect(wrong.words).toContain('sería Z')
  expect(signatureRequestViewModel(form({ idNumber: '1234' }), 'idNumber', false).tone).toBe('help')
  expect(signatureRequestViewModel(form({ idNumber: '1234' }), 'idNumber', true).tone).toBe('stop')
  expect(signatureRequestViewModel(form({ email: 'ana@ribera' }), 'email', false).tone).toBe('help')
})

test('a company whose control is wrong may be confirmed as it is', () => {
  const typed = { idNumber: 'B12345670' }
  expect(signatureRequestViewModel(form(typed), 'idNumber', false)).toMatchObject({
    tone: 'stop',
    accept: { what: 'id-control', on: false },
  })
  expect(
    signatureRequestViewModel(form(typed, { accepted: ['id-control'] }), 'idNumber', true),
  ).toMatchObject({
    tone: 'warn',
    accept: { what: 'id-control', on: true },
  })
})

test('what was understood is said: who it is, and the phone in full with its kind', () => {
  expect(signatureRequestViewModel(form({ idNumber: 'B12345674' }), 'idNumber', false).words).toContain(
    'persona jurídica',
  )
  expect(signatureRequestViewModel(form({ idNumber: 'x1234567l' }), 'idNumber', false).words).toBe(
    'NIE · persona física',
  )
  expect(signatureRequestViewModel(form({ phone: '0034612345678' }), 'phone', false).words).toBe(
    '+34 612 34 56 78 · móvil',
  )
})

test('what is chosen is kept with what is typed: the document, and the procedure or none', async () => {
  const signatureRequest: SignatureRequest = {
    ...blankSignatureRequest('s', 0),
    procedureId: 'prc_1',
    accepted: ['landline', 'of-another-version'],
  }
  const bridge = new FakeBridge(base({ signatureRequests: [signatureRequest] }), () => 0)
  const kept = createSignatureRequestForm(bridge, signatureRequest, () => 0)
  expect(sourceOf(signatureRequest).accepted).toEqual(['landline'])
  kept.type('document', 'sales-agreement')
  kept.type('procedureId', '')
  kept.type('fullname', 'Nuria')
  expect(await kept.flush()).toBe(true)
  expect(bridge.calls.find(({ name }) => name === 'signature-requests.save')?.args).toEqual({
    id: 's',
    version: 1,
    document: 'sales-agreement',
    procedureId: null,
    fields: { fullname: 'Nuria' },
  })
  expect(judgedOf(kept.store.getState().form.base).document).toBe('sales-agreement')
})

test('what was accepted of the signer lapses when another one is written', async () => {
  const signatureRequest: SignatureRequest = {
    ...blankSignatureRequest('s', 0),
    accepted: ['id-control', 'party-mismatch', 'landline'],
  }
  const bridge = new FakeBridge(base({ signatureRequests: [signatureRequest] }), () => 0)
  const kept = createSignatureRequestForm(bridge, signatureRequest, () => 0)
  kept.type('idNumber', '00000000T')
  await kept.flush()
  expect(bridge.scene.signatureRequests?.[0]?.accepted).toEqual(['landline'])
})

test('what is done next with each', () => {
  expect(nextOf({ status: 'signed', late: false })).toBe('pdf')
  expect(nextOf({ status: 'rejected', late: false })).toBe('again')
  expect(nextOf({ status: 'expired', late: true })).toBe('again')
  expect(nextOf({ status: 'sent', late: true })).toBe('remind')
  expect(nextOf({ status: 'sent', late: false })).toBeNull()
  expect(nextOf({ status: 'never-seen', late: true })).toBeNull()
})

test('a reminder says what and where, and from the demonstration that it is invented', () => {
  const reminder = (document: string, method: string, demo: boolean, vrm?: string) =>
    clientText('signature:sent', undefined, signatureValues({ document, vrm, method, state: '' }), demo)
  const words = reminder('sales-agreement', 'email', false, '3308KDR')
  expect(words).toContain('«Contrato de compraventa» para 3308 KDR')
  expect(words).toContain('correo no deseado')
  expect(reminder('constructor', 'paloma', true)).toContain('Datos inventados')
  expect(reminder('constructor', 'paloma', true)).toContain('un documento')
  expect(reminder('constructor', 'paloma', false)).not.toContain('correo')
})

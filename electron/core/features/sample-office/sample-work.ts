import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import type { Signable } from '#shared/domain/signature-requests/fields.ts'
import type { DraftFields, DraftKind } from '#shared/domain/procedures/fields.ts'

interface SampleDraft {
  id: string
  kind: DraftKind
  fields: Partial<DraftFields>
  minutesAgo: number
}

/** Drafts half written this morning. */
export const SAMPLE_DRAFTS: readonly SampleDraft[] = [
  {
    id: 'sample-draft-transfer',
    kind: 'transfer',
    fields: {
      vrm: '4821 LMV',
      taxableBase: '9.400',
      client: 'Autos Levante, S.L.',
      sellerName: 'Autos Levante, S.L.',
      userEmail: 'mostrador@gestoriaribera.example',
    },
    minutesAgo: 52,
  },
  {
    id: 'sample-draft-registration',
    kind: 'registration',
    fields: { client: 'Motor Serpis, S.A.', userEmail: 'mostrador@gestoriaribera.example' },
    minutesAgo: 18,
  },
]

interface SampleUncertain {
  report: { id: string; vrm: string; minutesAgo: number }
  signature: {
    id: string
    document: Signable
    fields: Partial<SignatureRequestFields>
    minutesAgo: number
  }
}

/** Two requests whose outcome is unknown: the user checks each and says what became of it. */
export const SAMPLE_UNCERTAIN: SampleUncertain = {
  report: { id: 'sample-uncertain-report', vrm: '3308KDR', minutesAgo: 31 },
  signature: {
    id: 'sample-uncertain-signature',
    document: 'mandate-specific',
    fields: {
      idNumber: '12345678Z',
      fullname: 'Nuria Ferrer Castell',
      email: 'nuria.ferrer@correo.example',
      deliveryMethod: 'email',
    },
    minutesAgo: 24,
  },
}

import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { withFields } from '#shared/domain/procedures/fields.ts'
import { PAPER_TEXTS } from '#tests/fixtures/papers/texts.ts'
import { blank, draftCountsOf } from './fake-procedures.ts'
import { samplePdf } from './sample-pdf.ts'
import { samplePng } from './sample-png.ts'
import { base, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const linesOf = (id: string) => PAPER_TEXTS.find((one) => one.id === id)?.lines ?? []

const file = (id: string, name: string, type: string, rest: Partial<DraftDocument> = {}): DraftDocument => ({
  id,
  source: 'file',
  name,
  type,
  guessed: true,
  mime: 'application/pdf',
  size: 812_300,
  state: 'kept',
  preview: true,
  ...rest,
})

const DOCUMENTS: DraftDocument[] = [
  file('p-all', 'Escaneo0009.pdf', 'national_id', { reason: 'text' }),
  file('p-front', 'IMG_20261112_101112.png', 'other', { mime: 'image/png', reason: 'none' }),
  file('p-back', 'WhatsApp Image 2026-11-12 at 10.11.13.png', 'other', { mime: 'image/png', reason: 'none' }),
  file('p-contract', 'contrato firmado.pdf', 'sales_agreement', { reason: 'name', reading: 'scan' }),
  file('p-locked', 'nomina protegida.pdf', 'other', { reason: 'none', reading: 'locked' }),
  file('p-heic', 'IMG_4471.HEIC', 'representation_auth', {
    mime: 'image/heic',
    reason: 'missing',
    reading: 'heic',
  }),
  file('p-long', 'expediente completo.pdf', 'other', { reason: 'none', reading: 'long', size: 9_400_000 }),
]

const DRAFT: Draft = {
  ...blank('draft-papers', 'transfer', NOW - 40 * MINUTE),
  version: 7,
  updatedAt: NOW - 3 * MINUTE,
  fields: withFields(blank('', 'transfer', NOW).fields, {
    vrm: '3308 KDR',
    sellerTaxId: 'B12345674',
    buyerTaxId: '12345678Z',
  }),
  documents: DOCUMENTS,
}

/** Scenes of papers that are worked on before they are sent. */
export const paperScenes: Record<string, SceneOf> = {
  papers: () =>
    base({
      route: { view: 'draft', id: DRAFT.id },
      drafts: [structuredClone(DRAFT)],
      files: {
        'p-all': samplePdf(['dni-3.0', 'dni-back', 'permit-2012', 'itv-card'].map(linesOf)),
        'p-front': samplePng(640, 420),
        'p-back': samplePng(640, 400),
        'p-contract': samplePdf([[]]),
        'p-locked': new Uint8Array([1]),
        'p-heic': new Uint8Array([0, 0, 0, 24]),
        'p-long': samplePdf(Array.from({ length: 400 }, () => [])),
      },
      slices: { ...production, drafts: draftCountsOf([DRAFT]) },
    }),
}

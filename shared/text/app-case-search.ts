import type { CaseMatch } from '../bridge/cases.ts'

/** Texts of the search of Expedientes: what it finds, and where it found it. */
export const caseSearchText = {
  help: 'Qué se puede buscar',
  helpTitle: 'Busca por lo que sepas',
  helpIntro: 'Varias palabras, en cualquier orden y sin tildes. Bastan tres letras de en medio.',
  helpEnter: 'Si solo queda uno, Intro lo abre.',
  /** What can be asked, each with an example. */
  helpRows: [
    ['El vehículo', 'kangoo, renault clio'],
    ['La matrícula o el bastidor', '1234 BCD, …4711'],
    ['El cliente o una parte', 'lozano, ana garcía, 12345678Z'],
    ['Su teléfono o su correo', '612 34 56 78, ana@'],
    ['La factura', 'F-2026/0859'],
    ['Una etiqueta', 'urgente'],
    ['Una nota', 'llamar antes'],
    ['Un documento', 'contrato.pdf'],
    ['Varias cosas a la vez', 'golf lozano'],
  ] as const,
  /** Name of a match that is in no column. */
  match: {
    notes: 'nota',
    document: 'documento',
    email: 'correo',
    phone: 'teléfono',
    sellerTaxId: 'NIF del transmitente',
    buyerTaxId: 'NIF del adquirente',
  } satisfies Record<CaseMatch['field'], string>,
  client: 'cliente',
  seller: 'transmitente',
  buyer: 'adquirente',
  vehicle: 'vehículo',
  invoice: 'factura',
  label: 'etiqueta',
  vin: 'bastidor',
  id: 'ID',
  /** End of an identifier: «…78Z». */
  tail: (end: string) => (end === '' ? '' : `…${end}`),
  /** In the place of a name, a note or a file name while they are hidden. */
  hidden: 'oculto',
  person: (name: string) => `De ${name}`,
} as const

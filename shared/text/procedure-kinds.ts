import type { DraftKind } from '../domain/procedures/kinds.ts'

/** Texts of each procedure type. Its rules are in `shared/domain/procedures/kinds.ts`. */
interface ProcedureKindText {
  /** Name, on a draft and at the service. */
  name: string
  /** Official name. Our development service uses it as `typeDescription`, and searches find it. */
  officialName: string
  /** Title of the wizard, and of the command of the palette. */
  newTitle: string
  /** Search words of the command that are missing from its title. */
  searchWords: string
  /** Data that the form asks for first, in the menu «Nuevo». */
  startsWith: string
  stepHelp: Readonly<Record<'vehicle' | 'operation' | 'parties', string>>
  /** Check before sending, without duplicates. */
  noDuplicates: string
  /** Title of the receipt. */
  sent: string
}

const SELLER_AND_BUYER = 'Quién vende y quién compra. Se queda en la oficina.'

export const procedureKindTexts: Readonly<Record<DraftKind, ProcedureKindText>> = {
  registration: {
    name: 'Matriculación',
    officialName: 'Matriculación',
    newTitle: 'Nueva matriculación',
    searchWords: 'expediente bastidor abrir crear',
    startsWith: 'Con el bastidor',
    stepHelp: {
      vehicle: 'El bastidor, como viene en la ficha técnica.',
      operation: 'A quién escribir y lo que conviene recordar.',
      parties: 'Para quién se matricula. Se queda en la oficina.',
    },
    noDuplicates: 'El bastidor no está en otro expediente abierto',
    sent: 'Matriculación enviada a Tráfico',
  },
  transfer: {
    name: 'Transferencia',
    officialName: 'Cambio de titularidad',
    newTitle: 'Nueva transferencia',
    searchWords: 'expediente cambio titular abrir crear',
    startsWith: 'Con la matrícula y la factura',
    stepHelp: {
      vehicle: 'La matrícula del vehículo que cambia de titular.',
      operation: 'Lo que dice el contrato o la factura.',
      parties: SELLER_AND_BUYER,
    },
    noDuplicates: 'Ni la matrícula ni la factura están en otra transferencia abierta',
    sent: 'Transferencia enviada a Tráfico',
  },
  notification: {
    name: 'Notificación de venta',
    officialName: 'Notificación de venta',
    newTitle: 'Nueva notificación de venta',
    searchWords: 'expediente vender abrir crear',
    startsWith: 'Con la matrícula y la fecha',
    stepHelp: {
      vehicle: 'La matrícula del vehículo vendido.',
      operation: 'Cuándo se vendió y a quién escribir.',
      parties: SELLER_AND_BUYER,
    },
    noDuplicates: 'La matrícula no está en otra notificación de venta abierta',
    sent: 'Notificación enviada a Tráfico',
  },
}

import type { DraftKind } from '../domain/procedures/fields.ts'
import { procedureKindLabels } from './labels.ts'

/** Texts for starting a procedure, on any page. */
export const newText = {
  button: 'Nuevo',
  menu: 'Expediente nuevo',
  kinds: procedureKindLabels,
  details: {
    registration: 'Con el bastidor',
    transfer: 'Con la matrícula y la factura',
    notification: 'Con la matrícula y la fecha',
  } satisfies Record<DraftKind, string>,
  template: 'Plantilla',
  templates: 'Todas las plantillas…',
  noPath: 'Apagada: falta su dirección en Ajustes',
  nothingPersists: 'No se puede: esta sesión no guarda nada',
  continueDraft: 'Este borrador no se ha confirmado.',
  adopt: 'Seguir con él',
} as const

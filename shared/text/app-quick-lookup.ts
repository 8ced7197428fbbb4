import { byNumber } from './grammar.ts'

/** Texts of the quick-lookup panel. */
export const quickLookupText = {
  title: 'Consulta rápida',
  placeholder: 'Matrícula',
  suggestions: 'Sugerencias',
  groups: {
    clipboard: 'En el portapapeles',
    recent: 'Recientes',
    plate: 'Matrícula',
    alike: 'Parecidas en este equipo',
  },
  lookUp: 'Consultar',
  didYouMean: '¿Querías decir esta?',
  from: (excerpt: string) => `de «${excerpt}»`,
  batch: (plates: number) =>
    byNumber(plates, 'Abrir la matrícula en Ventanilla', `Abrir las ${plates} matrículas en Ventanilla`),
  readClipboard: 'Mirar lo copiado',
  empty: 'Escribe o pega una matrícula, o un texto que la tenga.',
  choose: 'elegir',
  look: 'consultar',
  clear: 'borrar',
  leave: 'salir',
  copy: 'Copiar respuesta',
  transfer: 'Transferencia',
  complete: 'Informe completo',
  again: 'Consultar de nuevo',
  open: 'Abrir',
  offline: 'Sin conexión: lo consultado antes se puede leer.',
  notOpened: 'No se ha podido abrir en Ventanilla.',
  storeClosed: 'Los datos de este equipo no se han podido abrir.',
  storeAdvice: 'Abre Ventanilla para ver qué pasa y qué puedes hacer.',
  lost: 'Se ha perdido la conexión con Ventanilla. Se intenta de nuevo.',
  closed: 'Ventanilla se ha cerrado. Ábrela otra vez y vuelve a abrir esta ventana.',
} as const

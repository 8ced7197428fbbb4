import { byNumber } from './grammar.ts'

/** Texts of the help panel. */
export const helpPanelText = {
  title: 'Ayuda',
  search: 'Buscar en la ayuda',
  hint: 'Embargo, DNI, modelo 576…',
  results: 'Temas encontrados',
  count: (n: number) => byNumber(n, '1 tema', `${n} temas`),
  none: 'Ningún tema coincide. Prueba con otra palabra, como «embargo» o «DNI».',
  todo: 'Qué hacer',
  related: 'Temas relacionados',
  index: 'Todos los temas',
  unknown: 'Ventanilla no tiene ayuda sobre este valor. Busca un tema parecido.',
  keys: 'Teclas',
  close: 'Cerrar',
} as const

/** Texts of the list of versions. */
export const releasePanelText = {
  title: 'Qué hay de nuevo',
  version: (version: string) => `Versión ${version}`,
  close: 'Cerrar',
} as const

/** Words of the Simulador: what the operator would do, done from here with invented data. */
export const simulatorText = {
  title: 'Simulador',
  intro: 'Haz de operador: todo es inventado y nada llega a Tráfico.',
  where: 'solo en demostración y pruebas',
  choose: 'Elige…',
  status: 'Llevar a este estado',
  apply: 'Aplicar',
  incident: 'Crear una incidencia',
  create: 'Crear',
  about: 'Del documento',
  noDocuments: 'No tiene documentos: hace falta uno para esta incidencia.',
  document: 'Emitir un documento',
  issue: 'Emitir',
  solve: 'Resolver una incidencia',
  solveIt: 'Resolver',
  busy: 'Haciéndolo…',
  done: {
    status: (state: string) => `Hecho: ahora está en «${state}».`,
    incident: (title: string) => `Hecho: incidencia «${title}» creada.`,
    document: (name: string) => `Hecho: emitido «${name}».`,
    solve: (title: string) => `Hecho: «${title}» resuelta.`,
  },
} as const

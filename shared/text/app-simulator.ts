/** Texts of the Simulador: the operator's actions, simulated with invented data. */
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

/** Texts of the pace at which the demonstration goes on by itself. */
export const paceText = {
  title: 'La demostración se mueve',
  running: (things: string) =>
    `${things} por sí solas: un estado cambia, se asigna una matrícula, un cliente firma. Te llegan como en una oficina de verdad.`,
  thing: ['cosa avanza', 'cosas avanzan'],
  paused: 'En pausa: nada avanza por sí solo.',
  nothing: 'Ya no queda nada que avance. Abre un expediente o vuelve a la oficina de ejemplo en Ajustes.',
  speed: 'Ritmo',
  speeds: { '1': 'Normal', '5': 'Rápido', '20': 'Muy rápido' },
  pause: 'Pausar',
  resume: 'Seguir',
  step: 'Que pase algo ahora',
  stepped: 'Ha pasado algo: está en Novedades',
  notStepped: 'No queda nada que pueda avanzar',
  clock: (time: string) => `Reloj del servicio: ${time}`,
} as const

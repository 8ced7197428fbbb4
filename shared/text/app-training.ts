import { listed, plural, sentence } from './grammar.ts'

/** Texts of training: the tour, the scenarios and their bar. */
export const trainingText = {
  region: 'Formación',
  /** Heading of the bar, and its place. */
  step: (at: number, of: number) => `Paso ${at} de ${of}`,
  progress: (done: number, skipped: number) =>
    skipped === 0
      ? plural(done, 'paso hecho', 'pasos hechos')
      : listed([plural(done, 'paso hecho', 'pasos hechos'), plural(skipped, 'saltado', 'saltados')]),
  marks: { done: 'hecho', skipped: 'saltado', present: 'en este estás', later: 'por hacer' },
  expected: 'Qué falta en este paso',
  met: 'Hecho:',
  unmet: 'Por hacer:',
  hint: 'Una pista',
  skip: 'Saltar este paso',
  later: 'Dejarlo para luego',
  again: 'Otra vez',
  end: 'Terminar',
  back: 'Volver a la demostración',
  fold: 'Plegar',
  unfold: 'Desplegar',
  working: 'Un momento…',
  preparing: 'Preparando este paso…',
  stuck: 'Este paso no se ha podido preparar.',
  retry: 'Reintentar',
  announceTick: (what: string) => sentence(`Hecho: ${what}`),
  announceStep: (at: number, of: number, title: string, text: string) =>
    `${sentence(`Paso ${at} de ${of}: ${title}`)} ${text}`,
  finished: {
    tour: 'Has terminado el paseo',
    scenario: 'Has terminado el escenario',
    done: (done: number, of: number, skipped: number) =>
      skipped === 0
        ? 'Has hecho todos los pasos.'
        : `Has hecho ${done} de ${of} pasos; ${skipped} los has saltado.`,
    tourNext:
      'Para practicar con un caso de principio a fin están los escenarios. Y F1 explica lo que tengas delante.',
    scenarioNext:
      'Lo que has hecho era de este escenario. La demostración te espera como la dejaste antes de empezarlo.',
    scenarios: 'Ver los escenarios',
    help: 'Abrir la ayuda',
    close: 'Cerrar el paseo',
  },
  ask: {
    again: {
      title: '¿Empezar otra vez?',
      submit: 'Borrar y empezar otra vez',
      body: 'El escenario vuelve a su principio y se borra lo que has hecho en él. La demostración no cambia: vuelve como estaba cuando lo termines.',
      busy: 'Preparando el escenario…',
      done: 'El escenario está como al principio',
    },
    end: {
      title: '¿Terminar el escenario?',
      submit: 'Borrar y terminar',
      body: 'Se borra lo que has hecho en él, y la demostración vuelve como estaba antes de empezarlo.',
      busy: 'Trayendo de vuelta la demostración…',
      done: 'La demostración está como la dejaste',
    },
    keep: 'Seguir con él',
  },
  offer: {
    title: '¿Te enseñamos Ventanilla?',
    body: 'Seis pasos, cinco minutos, con datos inventados.',
    take: 'Empezar el paseo',
    leave: 'Ahora no',
  },
} as const

/** Sample documents of a step. */
export const sampleText = {
  title: 'De muestra, para arrastrar o añadir',
  add: 'Añadir',
  addNamed: (name: string) => `Añadir ${name}`,
  added: (name: string) => `${name}: añadido`,
  save: (name: string) => `Guardar ${name} en este equipo`,
  saved: 'Guardado en las descargas',
  loading: (name: string) => `${name}: cargando…`,
  retry: 'Reintentar',
  retryNamed: (name: string) => `Volver a cargar ${name}`,
  failed: (name: string) => `${name}: no se ha podido cargar.`,
  nowhere: 'Abre antes los documentos de un expediente: se añaden ahí.',
} as const

/** Ajustes › Formación. */
export const trainingSettingsText = {
  intro:
    'El paseo se hace en la demostración tal como está. Un escenario tiene su propia oficina: mientras dura, la demostración se aparta, y al terminarlo vuelve intacta.',
  words: 'paseo escenarios formación practicar aprender tutorial curso',
  tour: {
    title: 'Paseo',
    help: 'Lo que Ventanilla hace, en seis pasos que se hacen de verdad. Unos cinco minutos.',
    start: 'Empezar el paseo',
    goOn: 'Seguir con el paseo',
    again: 'Empezarlo otra vez',
  },
  scenarios: 'Escenarios',
  running: 'En curso',
  measure: (minutes: number, steps: number) =>
    `${plural(minutes, 'minuto', 'minutos')} · ${plural(steps, 'paso', 'pasos')}`,
  own: 'Propio',
  start: 'Empezar',
  startNamed: (title: string) => `Empezar «${title}»`,
  end: 'Terminar',
  endNamed: (title: string) => `Terminar «${title}»`,
  save: 'Guardar el archivo',
  saveNamed: (title: string) => `Guardar el archivo de «${title}»`,
  saved: 'Archivo guardado en las descargas',
  remove: 'Quitar',
  removeNamed: (title: string) => `Quitar «${title}»`,
  loading: 'Leyendo los escenarios…',
  none: 'No hay ningún escenario.',
  retry: 'Reintentar',
  starting: 'Preparando…',
  add: {
    title: 'Escenarios de tu oficina',
    help: 'Un escenario es un archivo .json. Guarda uno de los de arriba y cámbialo a tu gusto.',
    action: 'Añadir escenario…',
    adding: 'Leyendo el archivo…',
    cancel: 'Cancelar',
    added: (title: string) => `Añadido: ${title}`,
    wrong: { title: 'Ese archivo no es un escenario que se pueda usar.', advice: 'No se ha añadido.' },
    large: { title: 'El archivo es demasiado grande.', advice: 'No se ha añadido. El máximo son 256 KB.' },
  },
  unreadable: {
    title: 'Hay archivos que no se han podido leer.',
    help: 'Corrige el archivo y vuelve a añadirlo.',
  },
  askSwitch: {
    title: (other: string) => `¿Dejar «${other}»?`,
    body: 'Está en curso. Al empezar otra cosa se termina, y se borra lo que has hecho en él.',
    keep: 'Seguir con él',
    submit: 'Borrar y empezar',
  },
  askRemove: {
    title: (name: string) => `¿Quitar «${name}»?`,
    body: 'Se quita de este equipo. Si no tienes el archivo en otro sitio, guárdalo antes.',
    keep: 'Conservarlo',
    submit: 'Quitar',
    done: 'Escenario quitado',
  },
} as const

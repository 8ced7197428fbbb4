import { appError } from '#shared/bridge/result.ts'
import type { Training } from '#shared/bridge/training.ts'
import { base, type SceneOf, verdict, view } from './scene-base.ts'
import { documentScenes } from './scenes-documents.ts'
import { procedureScenes } from './scenes-procedure.ts'

const steps = (titles: readonly string[], skipped: readonly number[] = []) =>
  titles.map((title, index) => ({ title, skipped: skipped.includes(index) }))

const TOUR_STEPS = [
  'Consulta una matrícula',
  'Pide el informe completo',
  'Reúne los documentos',
  'Envíalo a firmar',
  'Resuelve una incidencia',
  'Encuentra cualquier cosa',
]

const TOUR: Training = {
  id: 'paseo',
  title: 'Paseo',
  apart: false,
  state: 'ready',
  putAway: false,
  steps: steps(TOUR_STEPS),
  step: 0,
  text: 'Escribe 4821LMV en la matrícula y pulsa Entrar. En un segundo sabrás si se puede transferir.',
  hint: 'La barra / lleva al campo desde cualquier sitio.',
  points: ['lookup', 'nav-lookup'],
  samples: [],
  expected: [{ text: 'Consultar 4821 LMV', met: false }],
  button: null,
}

const SAMPLES: Training = {
  ...TOUR,
  steps: steps(TOUR_STEPS, [1]),
  step: 2,
  text: 'Estos documentos son de muestra. Arrástralos al expediente, o añádelos con su botón; Ventanilla reconoce qué es cada uno.',
  hint: null,
  points: ['documents'],
  samples: ['national_id', 'veh_registration_cert', 'technical_sheet'],
  expected: [{ text: 'Añadir tres documentos al expediente', met: false }],
}

const SCENARIO: Training = {
  id: 'incidencia-embargo',
  title: 'Una transferencia con embargo',
  apart: true,
  state: 'ready',
  putAway: false,
  steps: steps(['Mira qué ha pasado', 'Habla con el cliente', 'Resuélvela', 'Déjalo por escrito'], [0]),
  step: 2,
  text: 'Tráfico ha parado el expediente por un embargo. El cliente ya te ha mandado el levantamiento: dáselo a la incidencia y apunta con quién has hablado.',
  hint: 'Solucionar con un documento está en la propia incidencia. Las anotaciones están a la derecha; solo las ve tu oficina.',
  points: ['incidents', 'notes'],
  samples: ['responsible_declaration'],
  expected: [
    { text: 'Abrir el expediente parado', met: true },
    { text: 'Solucionar la incidencia', met: false },
    { text: 'Anotar con quién has hablado', met: false },
  ],
  button: null,
}

const BUTTON: Training = {
  ...TOUR,
  step: 5,
  title: 'Paseo',
  text: 'Ctrl+K busca matrículas, expedientes y órdenes. Cuando lo hayas mirado, sigue.',
  points: ['search'],
  expected: [],
  button: 'Ya lo he visto',
}

const over = (training: Training, skipped: readonly number[]): Training => ({
  ...training,
  state: 'finished',
  steps: steps(
    training.steps.map(({ title }) => title),
    skipped,
  ),
  step: training.steps.length,
  text: '',
  hint: null,
  points: [],
  samples: [],
  expected: [],
})

const demo = { id: 'demo', environment: 'demo', name: 'Demostración' } as const
const VRM = '4821LMV'
const reports = { [VRM]: view(VRM, { latest: verdict(VRM, 'transferable', 5_000) }) }
const doing = (training: Training, change: Parameters<typeof base>[0] = {}): SceneOf => {
  const { slices, ...rest } = change
  return () => base({ views: reports, ...rest, slices: { ...slices, training } })
}
/** Over a page of another scene, in the demonstration. */
const on = (scene: SceneOf | undefined, training: Training): SceneOf => {
  if (!scene) throw new Error('no such scene')
  return () => {
    const made = scene()
    return { ...made, slices: { ...made.slices, profile: demo, training } }
  }
}

const LIST = {
  scenarios: [
    {
      id: 'incidencia-embargo',
      title: 'Una transferencia con embargo',
      about: 'Resolver una incidencia que no depende de ti y dejar constancia de lo hablado.',
      minutes: 10,
      steps: 4,
      own: false,
    },
    {
      id: 'primera-matriculacion',
      title: 'Tu primera matriculación',
      about: 'De la ficha técnica a la placa: documentos, impuestos y envío.',
      minutes: 15,
      steps: 7,
      own: false,
    },
    {
      id: 'mostrador',
      title: 'Un lunes en el mostrador',
      about: 'Cinco clientes seguidos, cada uno con lo suyo.',
      minutes: 1,
      steps: 1,
      own: true,
    },
  ],
  unreadable: [{ file: 'viejo.json', problem: 'Paso 2, «expected»: falta «when».' }],
}

const settings = { view: 'settings' } as const
const starts = { paseo: TOUR, 'incidencia-embargo': { ...SCENARIO, step: 0 }, mostrador: SCENARIO }
const inSettings = (change: Parameters<typeof base>[0] = {}) =>
  base({ route: settings, trainings: LIST, starts, ...change })

/** The tour, the scenarios and their section of Ajustes. */
export const trainingScenes: Record<string, SceneOf> = {
  'training-tour': doing(TOUR, { starts }),
  'training-verdict': doing(
    { ...TOUR, step: 1, points: ['complete', 'transfer'] },
    { route: { view: 'lookup', vrm: VRM } },
  ),
  'training-button': doing(BUTTON),
  'training-samples': on(documentScenes['documents-none'], SAMPLES),
  'training-samples-elsewhere': doing(SAMPLES),
  'training-samples-failed': () => ({
    ...doing(SAMPLES)(),
    refuses: { 'training.sample': appError('service-failed') },
  }),
  'training-scenario': on(procedureScenes['file-page'], SCENARIO),
  'training-preparing': doing({ ...SCENARIO, state: 'preparing', samples: [], points: [] }),
  'training-stuck': doing({ ...SCENARIO, state: 'stuck', error: appError('unreachable') }),
  'training-finished': doing(over(TOUR, [1, 3])),
  'training-finished-scenario': doing(over(SCENARIO, [])),
  'training-real': doing(TOUR, {
    slices: { profile: { id: 'p', environment: 'production', name: 'Gestoría Ribera' } },
  }),
  'tour-offer': () => {
    const scene = base({ starts })
    scene.slices.settings = { ...scene.slices.settings, tourOffered: false, seenVersion: '0.0.9' }
    return scene
  },
  'tour-offer-real': () => {
    const scene = base({
      slices: { profile: { id: 'p', environment: 'production', name: 'Gestoría Ribera' } },
    })
    scene.slices.settings = { ...scene.slices.settings, tourOffered: false }
    return scene
  },
  'settings-training': () => inSettings(),
  'settings-training-running': () => inSettings({ slices: { training: SCENARIO } }),
  'settings-training-put-away': () =>
    inSettings({ slices: { training: { ...TOUR, step: 3, putAway: true } } }),
  'settings-training-none': () => inSettings({ trainings: { scenarios: [], unreadable: [] } }),
  'settings-training-failed': () => inSettings({ refuses: { 'training.list': appError('store-failed') } }),
  'settings-training-wrong': () =>
    inSettings({
      refuses: {
        'training.add': appError('invalid-request', {
          detail: 'Paso 3, «point»: «buscador» no es una parte de las pantallas.',
        }),
      },
    }),
}

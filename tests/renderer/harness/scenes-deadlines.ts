import { addDays, isoDay, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { appError } from '#shared/bridge/result.ts'
import type { DeadlineScene } from './fake-deadlines.ts'
import { base, down, NOW, type SceneOf } from './scene-base.ts'

const TODAY = isoDay(NOW)
const dayAt = (days: number) => startOfDay(addDays(TODAY, days))
const NAMES = [
  'Nuria Ferrer Castell',
  'Lozano Ocasión, S.L.',
  'Autos Llobregat',
  'Marc Vidal',
  'Talleres Ribera',
]
const VEHICLES = ['SEAT Ibiza', 'Mercedes-Benz Clase A 180 d', 'Dacia Sandero Stepway']
const PLATES = ['3308KDR', '1234BCD', '0456LTR', '9981LMN', '4106HPR', '7702MBS']

/** A transfer whose buyer's term ends in so many days. */
const transfer = (index: number, left: number) => ({
  id: `prc_${index}`,
  subject: { vrm: PLATES[index % PLATES.length]!, vehicle: VEHICLES[index % VEHICLES.length]! },
  type: 'VEHICLE_TRANSFER',
  contractDate: writeDay(dayAt(left - 30)),
  name: NAMES[index % NAMES.length]!,
})

const FULL: DeadlineScene = {
  material: {
    legal: [-655, -40, -8, -1, 0, 1, 2, 2, 5, 22, 23].map((left, index) => transfer(index, left)),
    provisional: [
      {
        id: 'prc_p',
        subject: { vin: 'VSSZZZ5FZHR736290' },
        since: dayAt(-27),
        type: 'VEHICLE_REGISTRATION',
        name: 'Marc Vidal',
      },
    ],
    signatures: [
      { id: 'sig_1', subject: { vrm: '3308KDR' }, since: dayAt(-5), type: '', name: 'Nuria Ferrer Castell' },
    ],
    requests: [
      {
        about: { kind: 'procedure', id: 'prc_3' },
        day: isoDay(dayAt(0)),
        count: 2,
        file: { subject: { vrm: '7711MNB' }, client: 'Talleres Vidal', serviceType: 'VEHICLE_TRANSFER' },
      },
    ],
    snoozed: [
      {
        seq: 41,
        about: { kind: 'procedure', id: 'prc_2' },
        subject: { vrm: '0456LTR', vehicle: 'SEAT Ibiza' },
        name: 'Ocasión del Mediterráneo, S.L.',
        until: dayAt(1) + 9 * 3_600_000,
        change: { event: 'procedure.incident.added', detail: { incidentType: 'unreadable-document' } },
      },
    ],
  },
}

type Change = NonNullable<Parameters<typeof base>[0]>
const scene = (deadlines: DeadlineScene, rest: Change = {}) =>
  base({ route: { view: 'deadlines' }, deadlines, ...rest })
const FILE = {
  folder: '/home/marta/Documentos/Calendario',
  path: '/home/marta/Documentos/Calendario/ventanilla-plazos-2a97516c.ics',
  writtenAt: NOW - 60_000,
  failed: false,
  leaving: false,
}
const NONE: DeadlineScene = {
  material: { legal: [], provisional: [], signatures: [], requests: [], snoozed: [] },
}
const HIDDEN = { ...base().slices.notificationSettings, private: true }
const HIDING = { ...base().slices.settings, hideNames: true }

/** States of Plazos. */
export const deadlineScenes: Record<string, SceneOf> = {
  deadlines: () => scene(FULL),
  'deadlines-empty': () => scene(NONE),
  'deadlines-failed': () => scene(NONE, { refuses: { 'deadlines.list': appError('store-failed') } }),
  'deadlines-loading': () => scene(NONE, { holds: ['deadlines.list'] }),
  'deadlines-offline': () => scene(FULL, { slices: down }),
  'deadlines-private': () => scene(FULL, { slices: { notificationSettings: HIDDEN, settings: HIDING } }),
  'deadlines-many': () =>
    scene({
      most: 20,
      material: {
        ...FULL.material,
        legal: Array.from({ length: 120 }, (_, index) => transfer(index, (index % 60) - 50)),
      },
    }),
  'deadlines-file': () => scene({ ...FULL, file: FILE }),
  'deadlines-file-failed': () => scene({ ...FULL, file: { ...FILE, failed: true } }),
}

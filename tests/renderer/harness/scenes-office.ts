import type { AuditRow, ErasurePc } from '#shared/bridge/audit.ts'
import type { BackupContents } from '#shared/bridge/backup.ts'
import { appError } from '#shared/bridge/result.ts'
import { defaultOfficeSettings } from '#shared/bridge/settings.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import type { FakeOffice } from './fake-office.ts'
import { base, DAY, lookup, MINUTE, NOW, production, type SceneOf, verdict, view } from './scene-base.ts'

const settings = { view: 'settings' } as const
const MEGABYTE = 1024 * 1024

const LINES: readonly [AuditRow['what'], string, AuditRow['result']][] = [
  ['procedure.send', 'VEHICLE_TRANSFER', 'ok'],
  ['report.request', 'complete', 'ok'],
  ['report.read', 'complete', 'ok'],
  ['incident.solve', 'pending-document', 'uncertain'],
  ['paper.read', 'final_veh_registration_cert', 'ok'],
  ['export', 'csv', 'ok'],
  ['lock.failed', '', 'failed'],
]
const hex = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => ((seed * 7 + at * 13 + (seed >> (at % 5))) % 16).toString(16)).join('')

/** `count` lines, the newest last. */
const lines = (count: number): AuditRow[] =>
  Array.from({ length: count }, (_, index) => {
    const [what, kind, result] = LINES[index % LINES.length]!
    return {
      seq: index + 1,
      at: NOW - (count - index) * 17 * MINUTE,
      who: index % 3 === 0 ? 'ana (Mostrador 1)' : 'ana (Ana María Fernández de la Vega Sanz)',
      what,
      kind,
      pseudonym: what === 'export' || what === 'lock.failed' ? '' : hex(index % 40, 32),
      result,
      ...(what === 'paper.read' && { sha256: hex(index, 64) }),
      hash: hex(index + 1, 64),
    }
  })

const COPY: BackupContents = {
  token: 'c1',
  madeAt: NOW - 9 * DAY,
  account: { name: 'Gestoría Ribera', environment: 'production', baseUrl: 'https://api.operador.example' },
  sameAccount: true,
  procedures: 1_284,
  signatures: 96,
  drafts: 7,
  newProcedures: 1_284,
  newSignatures: 96,
  newDrafts: 5,
}
const OTHER = {
  ...COPY,
  sameAccount: false,
  account: { ...COPY.account, name: 'Autos Levante', baseUrl: 'https://api.levante.example' },
}

const pcs: ErasurePc[] = [
  { id: 'pc-1', name: 'Mostrador 1', isOwn: true, isListed: true, state: 'applied', at: NOW },
  { id: 'pc-2', name: 'Dirección', isOwn: false, isListed: true, state: 'applied', at: NOW },
  {
    id: 'pc-3',
    name: 'Despacho de Luis',
    isOwn: false,
    isListed: true,
    state: 'pending',
    at: NOW - 24 * 60 * MINUTE,
  },
]
const office: FakeOffice = {
  pin: '2468',
  audit: lines(2_318).map((line) =>
    line.seq === 2_310 ? { ...line, what: 'person.erase', kind: 'dni', result: 'ok' } : line,
  ),
  copy: COPY,
  restored: { procedures: 1_284, signatures: 96, drafts: 5, kept: 2 },
  people: {
    '12345678Z': {
      procedures: 3,
      drafts: 1,
      signatures: 2,
      reports: 1,
      serviceDocuments: 6,
      addresses: 1,
      templates: 1,
      ledgerEntries: 2,
      clientRequests: 3,
      clients: 0,
      clientPapers: 0,
      plateLists: 0,
      watches: 0,
      transferBatches: 0,
      remembered: 0,
      shared: 0,
    },
  },
  pcs,
  erasures: {
    '00000014Z': [
      {
        seq: 12,
        at: NOW - 72 * 60 * MINUTE,
        who: 'Ana',
        pcs: [
          ...pcs.slice(0, 2),
          {
            id: 'pc-4',
            name: 'Portátil',
            isOwn: false,
            isListed: false,
            state: 'removed',
            at: NOW - 24 * 60 * MINUTE,
          },
          { id: 'pc-5', name: 'Archivo', isOwn: false, isListed: false, state: 'pending', at: null },
        ],
      },
    ],
  },
  usage: { bytes: 312 * MEGABYTE, limit: 2_000 * MEGABYTE, count: 148, pending: 6 },
}
const officeSettings = {
  ...defaultOfficeSettings,
  operator: 'Mostrador 1',
  backup: { folder: '\\\\SERVIDOR\\Copias\\Ventanilla', everyDays: 1, keep: 10, remindDays: 14 },
}
const backup = {
  lastAt: NOW - 20 * 60 * MINUTE,
  nextAt: NOW + 4 * 60 * MINUTE,
  hasPassphrase: true,
  due: false,
  running: false,
}
const kept = { ...production, office: officeSettings, backup, lock: { locked: false, hasPin: true } }
const busyCases = {
  route: lookup('1234BCD'),
  views: { '1234BCD': view('1234BCD', { latest: verdict('1234BCD', 'with_alerts', 10_000) }) },
}

/** Scenes of the office's data, and the lock. */
export const officeScenes: Record<string, SceneOf> = {
  office: () => base({ route: settings, slices: kept, office }),
  'day-work': () =>
    base({
      route: { view: 'figures' },
      slices: { ...kept, sharing: { ...noSharing, state: 'on', total: 128 } },
      office,
    }),
  'day-work-failed': () =>
    base({ route: settings, slices: kept, office, refuses: { 'audit.day': appError('store-failed') } }),
  'day-work-loading': () => base({ route: settings, slices: kept, office, holds: ['audit.day'] }),
  /** A PC with default settings. */
  'office-fresh': () =>
    base({
      route: settings,
      slices: {
        ...production,
        backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: true, running: false },
      },
      chooses: 'E:\\Copias de la oficina',
      office: { audit: [] },
    }),
  'office-troubled': () =>
    base({
      route: settings,
      slices: { ...kept, backup: { ...backup, due: true, error: appError('backup-folder') } },
      office: {
        ...office,
        brokenAt: 1_207,
        usage: { bytes: 2_000 * MEGABYTE, limit: 2_000 * MEGABYTE, count: 911, pending: 12 },
        copy: OTHER,
      },
      refuses: {
        'office.update': appError('disk-full'),
        'data-subjects.erase': appError('person-busy'),
      },
    }),
  'office-copy-newer': () =>
    base({ route: settings, slices: kept, office: { ...office, copy: appError('backup-newer') } }),
  'office-copy-gone': () =>
    base({ route: settings, slices: kept, office, refuses: { 'backup.merge': appError('backup-gone') } }),
  'office-saving': () => base({ route: settings, slices: kept, office, transfersHang: true }),
  'backup-due': () => base({ slices: { ...production, backup: { ...backup, lastAt: null, due: true } } }),
  locked: () => base({ ...busyCases, slices: { ...kept, lock: { locked: true, hasPin: true } }, office }),
  'locked-waiting': () =>
    base({
      ...busyCases,
      slices: { ...kept, lock: { locked: true, hasPin: true, waitUntil: NOW + 95_000 } },
      office,
    }),
  lockable: () => base({ ...busyCases, slices: kept, office }),
}

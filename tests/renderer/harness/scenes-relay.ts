import { noRelay, type RelayCheck, type RelaySlice } from '#shared/bridge/relay.ts'
import { noSharing, type SharingSlice } from '#shared/bridge/sharing.ts'
import { RELAY_CHECK_STEPS } from '#shared/domain/relay-check.ts'
import { type AppError, appError } from '#shared/bridge/result.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import type { CommandName } from '#shared/bridge/contract.ts'
import { ALARM, CODE, type RelayScene, SEALING, WORDS } from './fake-relay.ts'
import { base, DAY, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const ADDRESS = 'https://rele.gestoriaribera.example'
const iso = (ago: number) => new Date(NOW - ago).toISOString()

const LIVE: RelaySlice = {
  ...noRelay,
  state: 'live',
  since: NOW - 5 * 60 * MINUTE,
  address: ADDRESS,
  office: 'Gestoría Ribera',
  admin: true,
  deviceId: 'd1',
  cursor: 1045,
  head: 1045,
  missing: 0,
  received: 1042,
  firstReceivedAt: NOW - 9 * DAY,
  lastReceivedAt: NOW - 14_000,
  heardAt: NOW - 3_000,
  skewMs: -120,
  subscription: { state: 'created', checkedAt: NOW - 20 * MINUTE },
}

const device = (id: string, name: string, change: Partial<RelayDevice> = {}): RelayDevice => ({
  id,
  name,
  admin: false,
  self: false,
  pairedAt: iso(9 * DAY),
  seenAt: iso(3_000),
  acked: 1045,
  streaming: true,
  ...change,
})
const DEVICES: readonly RelayDevice[] = [
  device('d2', 'Mostrador', { pairedAt: iso(8 * DAY) }),
  device('d1', 'Despacho de Ana', { self: true, admin: true }),
  device('d3', 'Portátil de Luis', {
    pairedAt: iso(7 * DAY),
    seenAt: iso(3 * 60 * MINUTE),
    acked: 1033,
    streaming: false,
  }),
]

const check = (change: Partial<Record<string, RelayCheck['steps'][number]['outcome']>> = {}): RelayCheck => {
  const took = [2, 31, 9, 1, 44, 3, 28, 12, 6, 4, 17]
  let broken: RelayCheck['broken'] = null
  const steps = RELAY_CHECK_STEPS.map((step, index) => {
    const outcome = broken === null ? (change[step] ?? ('ok' as const)) : ('skipped' as const)
    if (outcome === 'failed') broken = step
    return { step, outcome, ...(outcome !== 'skipped' && { ms: took[index]! }) }
  })
  return { at: NOW, steps, broken }
}

interface Known extends RelayScene {
  sharing?: Partial<SharingSlice>
  refuses?: Partial<Record<CommandName, AppError>>
  holds?: readonly CommandName[]
}

const office = (relay: Partial<RelaySlice>, { refuses, holds, sharing, ...known }: Known = {}): SceneOf => {
  return () =>
    base({
      route: { view: 'settings' },
      slices: {
        ...production,
        relay: { ...LIVE, ...relay },
        ...(sharing && { sharing: { ...noSharing, ...sharing } }),
      },
      relay: {
        devices: DEVICES,
        inbox: {
          url: `${ADDRESS}/in/9f3kq27hxv0w5m1c8d4t`,
          header: { name: 'X-Relay-Secret', value: 'valor-secreto-de-la-cabecera' },
          mode: 'enforce',
        },
        check: check(),
        ...known,
      },
      ...(refuses && { refuses }),
      ...(holds && { holds }),
    })
}
const invitation = (change: Partial<NonNullable<RelaySlice['invitation']>> = {}) => ({
  invitation: {
    id: 'i1',
    code: CODE,
    expiresAt: NOW + 9 * MINUTE + 12_000,
    state: 'waiting' as const,
    ...change,
  },
})
const claimed = { state: 'claimed' as const, name: 'Despacho 2', words: WORDS }
const unpaired = (pairing: RelaySlice['pairing'] = null, known: Known = {}) =>
  office({ ...noRelay, pairing }, known)
const WAITING = { state: 'waiting' as const, address: ADDRESS, words: WORDS }
const cut = { missing: null, head: null, heardAt: NOW - 4 * MINUTE, since: NOW - 213 * MINUTE }
const GAP = { reason: 'retention' as const, from: 1001, to: 1020, at: NOW - MINUTE, looked: 37 }
const plain = { admin: false }
const sealingDevice = (
  id: string,
  name: string,
  words: string[] | null,
  isApproved: boolean,
  hasKeys: boolean,
) => ({
  id,
  name,
  self: false,
  publicKey: words === null ? null : id.padEnd(43, 'x'),
  words,
  isApproved,
  hasKeys,
})
const OTHER_WORDS = ['trigo', 'barca', 'zorro', 'nube', 'pinar', 'sello']
const LAST_WORDS = ['cesta', 'roble', 'dado', 'onda', 'farol', 'miel']
const WHOLE = [
  ...SEALING.devices.map((own) => ({ ...own, hasKeys: true })),
  sealingDevice('d2', 'Mostrador', OTHER_WORDS, true, true),
  sealingDevice('d3', 'Portátil de Luis', LAST_WORDS, true, true),
]
const ON = { ...SEALING, madeAt: NOW - 2 * DAY, devices: WHOLE }
const UNCOMPARED = [
  ...SEALING.devices,
  sealingDevice('d2', 'Mostrador', OTHER_WORDS, false, false),
  sealingDevice('d3', 'Portátil de Luis', LAST_WORDS, true, false),
]
const sealing = (state: RelaySlice['sealing']['state'], isStale = false) => ({ sealing: { state, isStale } })
const SET = {
  ...ALARM,
  settings: {
    afterHours: 4,
    hours: 'working' as const,
    mail: ['jefatura@gestoriaribera.example', 'ana@gestoriaribera.example'],
    webhook: 'https://ntfy.example.com/ribera-7h2k',
  },
}

/** Scenes of Ajustes › Relé, and of what is said of it elsewhere. */
export const relayScenes: Record<string, SceneOf> = {
  'relay-none': unpaired(),
  'relay-pair-slow': unpaired(null, { holds: ['relay.pair'] }),
  'relay-pair-code': unpaired(null, { refuses: { 'relay.pair': appError('relay-code') } }),
  'relay-pair-unreachable': unpaired(null, { refuses: { 'relay.pair': appError('unreachable') } }),
  'relay-pair-other': unpaired(null, { refuses: { 'relay.pair': appError('wrong-service') } }),
  'relay-pair-refused': unpaired({ state: 'failed', address: ADDRESS, error: appError('relay-refused') }),
  'relay-pairing': unpaired(WAITING),
  'relay-pairing-failed': unpaired(WAITING, { refuses: { 'relay.confirm-words': appError('internal') } }),
  'relay-live': office({}),
  'relay-first': office({ received: 0, firstReceivedAt: null, lastReceivedAt: null, cursor: 0, head: 0 }),
  'relay-longpoll': office({ state: 'longpoll' }),
  'relay-connecting': office({ state: 'connecting', ...cut }),
  'relay-catching-up': office({ state: 'catching-up', missing: 3, cursor: 1042, received: 1039 }),
  'relay-retrying': office({
    state: 'retrying',
    ...cut,
    nextAttemptAt: NOW + 12_000,
    error: appError('unreachable'),
  }),
  'relay-revoked': office({ state: 'revoked', ...cut, error: appError('relay-revoked') }),
  'relay-asleep': office({ state: 'asleep', ...cut }),
  'relay-unreadable': office({ unreadable: { count: 3, lastAt: NOW - 2 * 60 * MINUTE } }),
  'relay-clock': office({ skewMs: 3 * MINUTE + 4_000, misordered: 2 }),
  'relay-plain': office(plain),
  'relay-sealing-off': office(sealing('off'), { sealing: { ...SEALING, devices: UNCOMPARED } }),
  'relay-sealing-old': office(sealing('off'), {
    sealing: {
      ...SEALING,
      devices: [...UNCOMPARED, sealingDevice('d4', 'Recepción', null, false, false)],
    },
  }),
  'relay-sealing-on': office(sealing('on'), { sealing: ON }),
  'relay-sharing-on': office(sealing('on'), {
    sealing: ON,
    sharing: { state: 'on', total: 4_312, pending: 120 },
  }),
  'relay-sharing-full': office(sealing('on'), {
    sealing: ON,
    sharing: { state: 'waiting', total: 200_000, pending: 3, error: appError('sharing-full') },
  }),
  'relay-sealing-stale': office(sealing('on', true), {
    sealing: {
      ...ON,
      isStale: true,
      devices: WHOLE.map((each) => ({ ...each, hasKeys: each.id !== 'd2' })),
    },
  }),
  'relay-sealing-blind': office(
    { ...sealing('blind'), gap: { ...GAP, reason: 'sealed', from: 1041 } },
    { sealing: { ...ON, canOpen: false } },
  ),
  'relay-sealing-plain': office({ ...plain, ...sealing('on') }, { sealing: ON }),
  'relay-sealing-slow': office({}, { holds: ['relay.sealing'] }),
  'relay-sealing-failed': office({}, { refuses: { 'relay.sealing': appError('timeout') } }),
  'relay-sealing-too-old': office({}, { refuses: { 'relay.sealing': appError('relay-too-old') } }),
  'relay-sealing-changed': office(sealing('on'), {
    sealing: ON,
    refuses: { 'relay.change-key': appError('relay-changed') },
  }),
  'relay-devices-none': office(plain, { devices: [] }),
  'relay-devices-slow': office({}, { holds: ['relay.devices'] }),
  'relay-devices-failed': office({}, { refuses: { 'relay.devices': appError('timeout') } }),
  'relay-revoke-slow': office({}, { holds: ['relay.revoke'] }),
  'relay-revoke-failed': office({}, { refuses: { 'relay.revoke': appError('not-found') } }),
  'relay-invited': office(invitation()),
  'relay-claimed': office(invitation(claimed)),
  'relay-invite-failed': office({}, { refuses: { 'relay.invite': appError('unreachable') } }),
  'relay-invite-slow': office({}, { holds: ['relay.invite'] }),
  'relay-by-hand': office({
    subscription: { state: 'by-hand', checkedAt: null },
    firstReceivedAt: null,
    lastReceivedAt: null,
    received: 0,
  }),
  'relay-by-hand-open': office(
    { subscription: { state: 'by-hand', checkedAt: null } },
    {
      inbox: {
        url: `${ADDRESS}/in/9f3kq27hxv0w5m1c8d4t`,
        header: { name: 'X-Relay-Secret', value: null },
        mode: 'observe',
      },
    },
  ),
  'relay-inbox-failed': office(
    { subscription: { state: 'by-hand', checkedAt: null } },
    { refuses: { 'relay.inbox': appError('unreachable') } },
  ),
  'relay-subscription-failed': office(
    { subscription: { state: 'failed', checkedAt: NOW - MINUTE, error: appError('service-failed') } },
    { holds: ['relay.subscribe'] },
  ),
  'relay-subscription-unknown': office({ subscription: { state: 'unknown', checkedAt: null } }),
  'relay-subscription-present': office({ subscription: { state: 'present', checkedAt: NOW - DAY } }),
  'relay-check-slow': office({}, { holds: ['relay.check'] }),
  'relay-check-broken': office({}, { check: check({ clock: 'warning', 'inbox-header': 'failed' }) }),
  'relay-check-warned': office({ state: 'longpoll' }, { check: check({ stream: 'warning' }) }),
  'relay-check-failed': office({}, { refuses: { 'relay.check': appError('timeout') } }),
  'relay-alarm-set': office({}, { alarm: SET }),
  'relay-alarm-slow': office({}, { holds: ['relay.alarm'] }),
  'relay-alarm-failed': office({}, { refuses: { 'relay.alarm': appError('timeout') } }),
  'relay-alarm-no-mail': office({}, { alarm: { ...ALARM, canMail: false } }),
  'relay-alarm-save-failed': office({}, { refuses: { 'relay.set-alarm': appError('unreachable') } }),
  'relay-alarm-told': office(
    { state: 'catching-up', missing: 12, cursor: 1033 },
    {
      alarm: {
        ...SET,
        waiting: 12,
        waitingSince: new Date(NOW - 29 * 60 * MINUTE).toISOString(),
        raisedAt: new Date(NOW - 20 * 60 * MINUTE).toISOString(),
        lastMessage: {
          at: new Date(NOW - 19 * 60 * MINUTE).toISOString(),
          outcome: 'failed',
          detail: 'EAUTH 535',
        },
      },
      alarmTest: {
        sent: [
          { channel: 'mail', outcome: 'failed', detail: 'EAUTH 535' },
          { channel: 'webhook', outcome: 'ok' },
        ],
      },
    },
  ),
  'relay-forget-failed': office({}, { refuses: { 'relay.forget': appError('disk-full') } }),
  'relay-gap': office({ gap: GAP }),
  'relay-gap-elsewhere': () => base({ slices: { ...production, relay: { ...LIVE, gap: GAP } } }),
  'relay-claim-elsewhere': () =>
    base({ slices: { ...production, relay: { ...LIVE, ...invitation(claimed) } } }),
  'relay-reset-elsewhere': () =>
    base({
      slices: { ...production, relay: { ...LIVE, gap: { ...GAP, reason: 'reset', to: null, looked: 0 } } },
    }),
  'relay-foot-demo': () => base({ slices: { relay: LIVE } }),
  'relay-foot-cut': () => base({ slices: { ...production, relay: { ...LIVE, ...cut, state: 'retrying' } } }),
}

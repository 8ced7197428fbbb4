import { parseCursor, type RelayDevice } from '#shared/api/relay.ts'
import type { Alarm, AlarmSettings, AlarmTest } from '#shared/api/relay-alarm.ts'
import type { Receipt } from '#shared/api/relay-receipts.ts'
import type { RelayCheck, RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Connection as ServiceConnection } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from '../../api/dispatchers.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Changes } from '../changes/changes.ts'
import { createCanaries } from './canaries.ts'
import { createConnection } from './connection.ts'
import { createInvitation } from './invitation.ts'
import { createPairing } from './pairing.ts'
import { createRelayApi, PERSON_MS, type Claimed } from './relay-api.ts'
import { checkRelay } from './relay-check.ts'
import { createRelayHttp } from './relay-http.ts'
import { createRelayToken, type RelayTarget } from './relay-link.ts'
import { createRelayState } from './relay-state.ts'
import { adoptedSeq } from './relay.rules.ts'
import { RELAY_TIMINGS, type RelayTimings } from './session.ts'
import { createInboxSubscription, type Inbox } from './subscription.ts'
import { createSubscriptionCheck } from './subscription-check.ts'

type Done = Promise<Result<Record<string, never>>>

/** The office's relay, as this PC uses it. */
export interface Relay {
  readonly state: RelaySlice
  /** True while every event arrives at once and none is missing: polling may slow down. */
  readonly isHealthy: boolean
  /** Starts once the store is open, and again once it was opened anew. */
  resume(): Promise<void>
  /** This PC woke up, or its network changed: connects at once. */
  wake(): void
  /** Connection to the service: once it is back, the way to the relay may be too. */
  connectionChanged(state: Pick<ServiceConnection, 'state'>): void
  sleep(): void
  pair(address: string, code: string, name: string): Done
  /** Uses the relay that runs beside this core, wherever it listens now; its place in the list stays. */
  adopt(address: string, device: OwnDevice): Done
  cancelPairing(): void
  forget(): Done
  /** The user does not want to wait, also with a token that was refused. */
  retry(): Done
  devices(): Promise<Result<{ devices: RelayDevice[] }>>
  revoke(id: string): Done
  invite(): Promise<Result<{ id: string; code: string; expiresAt: number }>>
  decide(id: string, decision: 'confirm' | 'refuse'): Done
  dismissInvitation(): void
  inbox(): Promise<Result<Inbox>>
  subscribe(): Promise<Result<RelaySlice['subscription']>>
  check(): Promise<Result<RelayCheck>>
  alarm(): Promise<Result<Alarm>>
  setAlarm(settings: AlarmSettings): Promise<Result<Alarm>>
  testAlarm(): Promise<Result<AlarmTest>>
  /** A page of receipts from a number on. */
  receipts(from: number): Promise<Result<{ receipts: Receipt[]; next: number | null }>>
  dismissGap(): Done
  stop(): Promise<void>
}

/** This PC in a relay that the core starts: both know its token beforehand. */
export interface OwnDevice {
  id: string
  token: string
}

export interface RelayDeps {
  call: StoreCall
  client: ServiceClient
  changes: Changes
  clock: Clock
  log: Log
  supervisor: Supervisor
  secrets: SecretStore
  resolveProxy: ResolveProxy
  connectMs: number
  /** The operator takes subscriptions by its API. */
  subscribesByApi: boolean
  /** The service has no other relay than this core's own: a subscription to an earlier address of it is removed. */
  isOnlyRelay: boolean
  /** An administrator may allow one relay alone: another one, paired before, is not used. */
  allows: (address: string) => boolean
  /** Reason that nothing may be created in this session, or `null`. */
  forbidden: () => AppError | null
  timings?: Partial<RelayTimings & { personMs: number; canaryMs: number }> | undefined
  /** Identity of the network that this PC is in; another one may let streams pass. */
  network?: () => string
  random?: () => number
  onState: (state: RelaySlice) => void
  /** `isHealthy` changed. */
  onHealth: () => void
  /** Open resources are due because numbers were lost. */
  onMissed: () => void
}

const ANSWER_MS = 15_000
const CANARY_MS = 10_000

export function createRelay(deps: RelayDeps): Relay {
  const { call, clock, log, changes } = deps
  const timings = { ...RELAY_TIMINGS, personMs: PERSON_MS, canaryMs: CANARY_MS, ...deps.timings }
  const http = createRelayHttp({ ...deps, answerMs: ANSWER_MS })
  const api = createRelayApi(http, timings.personMs)
  const token = createRelayToken(deps.secrets, deps.allows)
  const canaries = createCanaries(clock)
  const stopping = new AbortController()
  const { signal } = stopping
  let wasDown = false

  const shown = createRelayState({
    clock,
    signal,
    parts: () => ({
      pairing: pairing.state,
      invitation: invitation.state,
      subscription: subscription.state,
    }),
    onState: deps.onState,
  })
  const subscription = createInboxSubscription({
    client: deps.client,
    clock,
    byApi: deps.subscribesByApi,
    isOnlyRelay: deps.isOnlyRelay,
    onState: () => shown.changed(),
  })
  const subscriptionCheck = createSubscriptionCheck({
    api,
    subscription,
    clock,
    log,
    byApi: deps.subscribesByApi,
    target,
    signal,
  })
  const connection = createConnection({
    ...deps,
    http,
    token,
    changes,
    canaries,
    timings,
    shown,
    onLive: () => subscriptionCheck.soon(shown.state.admin),
  })
  const pairing = createPairing({
    api,
    clock,
    log,
    forbidden: deps.forbidden,
    onClaimed: claimed,
    onState: () => shown.changed(),
  })
  const invitation = createInvitation({
    api,
    clock,
    target,
    personMs: timings.personMs,
    onState: () => shown.changed(),
  })

  async function target(): Promise<Result<RelayTarget>> {
    const { link } = await call('relayStored')
    return link ? token.target(link.address) : fail(appError('relay-none'))
  }

  async function withTarget<T>(run: (to: RelayTarget) => Promise<Result<T>>) {
    const to = await target()
    return to.ok ? run(to.value) : to
  }

  async function claimed(address: string, { token: given, deviceId, office, admin, cursor }: Claimed) {
    const place = parseCursor(cursor)
    if (!place) throw new TypeError('the relay gave no place in its list')
    // The token first: a kill between the two leaves one that nothing uses, and not a relay without its token.
    await token.set(address, given)
    await connection.restart(async () => {
      await call('relayPaired', { address, deviceId, office, admin, pairedAt: clock.now() }, place)
      // Before the pairing ends: between the two, a window would see that it came to nothing.
      shown.replace({ state: 'connecting', address, office, admin, deviceId })
    })
    subscriptionCheck.reset()
  }

  async function adopt(address: string, device: OwnDevice): Done {
    const office = await api.office({ address, token: device.token }, signal)
    if (!office.ok) return office
    const { epoch, floor, head, name, inbox } = office.value
    const { link, cursor } = await call('relayStored')
    await token.set(address, device.token)
    const next = {
      address,
      deviceId: device.id,
      office: name,
      admin: inbox !== null,
      pairedAt: link?.pairedAt ?? clock.now(),
    }
    await connection.restart(() =>
      link?.deviceId === device.id && cursor
        ? call('relayMoved', next)
        : call('relayPaired', next, { epoch, seq: adoptedSeq({ floor, head }) }),
    )
    subscriptionCheck.reset()
    return ok({})
  }

  return {
    get state() {
      return shown.state
    },
    get isHealthy() {
      return connection.isHealthy
    },
    resume: connection.resume,
    wake: connection.wake,
    connectionChanged({ state }) {
      if (state === 'online' && wasDown && !connection.isHealthy) connection.wake()
      if (state === 'online' || state === 'down') wasDown = state === 'down'
    },
    sleep: connection.sleep,
    pair: pairing.begin,
    adopt,
    cancelPairing: pairing.cancel,

    async forget() {
      const { link } = await call('relayStored')
      if (!link) return fail(appError('relay-none'))
      const to = await token.target(link.address)
      if (to.ok && link.admin) await subscriptionCheck.remove(to.value)
      // Its token would be good for ever; one that cannot be told now is revoked from another PC.
      if (to.ok) await api.revoke(to.value, link.deviceId, signal)
      await token.delete()
      invitation.dismiss()
      await connection.restart(() => call('relayForgotten'))
      subscriptionCheck.reset()
      shown.changed()
      return ok({})
    },

    async retry() {
      if (!(await call('relayStored')).link) return fail(appError('relay-none'))
      await connection.restart()
      return ok({})
    },

    devices: () =>
      withTarget(async (to) => {
        const devices = await api.devices(to, signal)
        return devices.ok ? ok({ devices: devices.value }) : devices
      }),
    revoke: (id) =>
      withTarget(async (to) => {
        const done = await api.revoke(to, id, signal)
        return done.ok ? ok({}) : done
      }),
    invite: invitation.make,
    decide: invitation.decide,
    dismissInvitation: invitation.dismiss,
    inbox: () => withTarget(subscriptionCheck.inbox),
    subscribe: subscriptionCheck.now,
    check: () =>
      withTarget(async (to) =>
        ok(
          await checkRelay(
            {
              api,
              clock,
              resolveProxy: deps.resolveProxy,
              canaries,
              link: () => connection.link,
              canaryMs: timings.canaryMs,
            },
            to,
            signal,
          ),
        ),
      ),
    alarm: () => withTarget((to) => api.alarm(to, signal)),
    setAlarm: (settings) => withTarget((to) => api.setAlarm(to, settings, signal)),
    testAlarm: () => withTarget((to) => api.testAlarm(to, signal)),
    receipts: (from) => withTarget((to) => api.receipts(to, from, signal)),
    async dismissGap() {
      await call('relayGapSeen')
      shown.set({ gap: null })
      return ok({})
    },

    async stop() {
      stopping.abort()
      await Promise.all([connection.stop(), pairing.stop(), invitation.stop(), subscriptionCheck.settled()])
      await http.close()
    },
  }
}

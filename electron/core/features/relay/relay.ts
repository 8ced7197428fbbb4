import type { RelayOffice } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { createCanaries, createRelayState, type Relay, type RelayDeps } from './relay-types.ts'
import { createConnection } from './connection.ts'
import { createInvitation, createPairing } from './pairing.ts'
import { createLinking } from './linking.ts'
import { createPresence } from './presence.ts'
import { createRelayApi, PERSON_MS, type RelayApi } from './relay-api.ts'
import { checkRelay } from './relay-check.ts'
import { createRelayHttp, createRelayToken, type RelayTarget } from './relay-http.ts'
import { createSealedEvents, createSealingKeys } from './sealing-keys.ts'
import { emptyKeyring } from './relay.rules.ts'
import { createSealing } from './sealing.ts'
import { RELAY_TIMINGS } from './session.ts'
import {
  createInboxSubscription,
  type Inbox,
  type InboxSubscription,
  type SubscriptionState,
} from './subscription.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'

export type { Relay, RelayDeps } from './relay-types.ts'

const ANSWER_MS = 15_000
const CANARY_MS = 10_000

export function createRelay(deps: RelayDeps): Relay {
  const { call, clock, log, changes } = deps
  const timings = { ...RELAY_TIMINGS, personMs: PERSON_MS, canaryMs: CANARY_MS, ...deps.timings }
  const http = createRelayHttp({ ...deps, answerMs: ANSWER_MS })
  const relayApi = createRelayApi(http, timings.personMs)
  const api: RelayApi = {
    ...relayApi,
    /** Each fetch of the office also updates the count of request bodies that the relay could not read. */
    async office(to, ending) {
      const answer = await relayApi.office(to, ending)
      if (answer.ok) shown.set({ unreadable: toUnreadable(answer.value) })
      return answer
    },
    async devices(to, ending) {
      const answer = await relayApi.devices(to, ending)
      if (answer.ok) deviceName = answer.value.find(({ self }) => self)?.name ?? ''
      return answer
    },
  }
  const token = createRelayToken(deps.secrets, deps.allowsAddress)
  const keys = createSealingKeys(deps.secrets)
  const canaries = createCanaries(clock)
  const stopping = new AbortController()
  const { signal } = stopping
  let wasDown = false
  /** Name of this PC in the office's list. */
  let deviceName = ''

  const shown = createRelayState({
    clock,
    signal,
    getParts: () => ({
      pairing: pairing.state,
      invitation: invitation.state,
      subscription: subscription.state,
      viewers: presence.viewers,
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
    target: getTarget,
    signal,
  })
  const sealedEvents = createSealedEvents({
    keys,
    clock,
    log,
    fetchKeyring: () => withTarget((to) => api.keyring(to, signal)),
    onBlind() {
      const { sealing: before } = shown.state
      shown.set({ sealing: { ...before, state: sealedEvents.isBlind ? 'blind' : 'on' } })
      deps.onHealth()
      presence.update()
    },
  })
  const sealing = createSealing({
    api,
    keys,
    events: sealedEvents,
    clock,
    log,
    target: getTarget,
    signal,
    onState(state) {
      shown.set({ sealing: state })
      presence.update()
    },
  })
  const presence = createPresence({
    clock,
    log,
    keys,
    getLink() {
      const { deviceId, skewMs, sealing: sealed } = shown.state
      if (!connection.isHealthy || deviceId === null || skewMs === null) return null
      return { deviceId, skewMs, isSealed: sealed.state === 'on' }
    },
    listShownRoutes: deps.listShownRoutes,
    getPerson: () => deps.operator() || deviceName,
    post: (body) => withTarget((to) => api.postPresence(to, body, signal)),
    exchangeKeys: sealing.scheduleExchange,
    onViewers: () => shown.changed(),
  })
  const connection = createConnection({
    ...deps,
    http,
    token,
    changes,
    sealedEvents,
    canaries,
    timings,
    shown,
    onLive() {
      subscriptionCheck.scheduleCheck(shown.state.admin)
      sealing.scheduleExchange()
      presence.restart()
    },
    onPresence: presence.receive,
  })
  const pairing = createPairing({
    api,
    clock,
    log,
    findProhibition: deps.findProhibition,
    async onClaimed(address, claimed, pair, officeKey) {
      await linking.storeClaim(address, claimed, pair, officeKey)
      subscriptionCheck.reset()
    },
    onState: () => shown.changed(),
  })
  const invitation = createInvitation({
    api,
    clock,
    target: getTarget,
    readOfficeKey: async () => (await keys.read())?.keyring.keys.at(-1)?.publicKey ?? null,
    admit: sealing.admit,
    personMs: timings.personMs,
    onState: () => shown.changed(),
  })

  const linking = createLinking({
    call,
    clock,
    api,
    token,
    keys,
    connection,
    signal,
    show: (next) => shown.replace(next),
  })

  async function getTarget(): Promise<Result<RelayTarget>> {
    const { link } = await call('relayStored')
    return link ? token.target(link.address) : fail(appError('relay-none'))
  }

  async function withTarget<T>(run: (to: RelayTarget) => Promise<Result<T>>) {
    const to = await getTarget()
    return to.ok ? run(to.value) : to
  }

  return {
    get state() {
      return shown.state
    },
    get isHealthy() {
      return connection.isHealthy && !sealedEvents.isBlind
    },
    resume: connection.resume,
    wake: connection.wake,
    connectionChanged({ state }) {
      if (state === 'online' && wasDown && !connection.isHealthy) connection.wake()
      if (state === 'online' || state === 'down') wasDown = state === 'down'
    },
    sleep() {
      connection.sleep()
      presence.clear()
    },
    shownChanged: presence.update,
    pair: pairing.begin,
    async adopt(address, device) {
      const done = await linking.adopt(address, device)
      if (done.ok) subscriptionCheck.reset()
      return done
    },
    move: linking.move,
    confirmWords: pairing.confirmWords,
    cancelPairing: pairing.cancel,

    async forget() {
      const { link } = await call('relayStored')
      if (!link) return fail(appError('relay-none'))
      const to = await token.target(link.address)
      if (to.ok && link.admin) await subscriptionCheck.remove(to.value)
      // The token never expires by itself. If the relay cannot be reached now, another PC has to revoke the token.
      if (to.ok) await api.revoke(to.value, link.deviceId, signal)
      invitation.dismiss()
      await linking.forget()
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
    revoke: sealing.revoke,
    invite: invitation.make,
    decide: invitation.decide,
    dismissInvitation: invitation.dismiss,
    inbox: () => withTarget(subscriptionCheck.readInbox),
    subscribe: subscriptionCheck.checkNow,
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
    receipts: (from) =>
      withTarget(async (to) => {
        const page = await api.receipts(to, from, signal)
        if (!page.ok) return page
        const receipts = await Promise.all(page.value.receipts.map(sealedEvents.openReceipt))
        return ok({ ...page.value, receipts })
      }),
    sealing: sealing.view,
    changeKey: sealing.changeKey,
    stopSealing: sealing.turnOff,
    records: {
      device: async () => (await call('relayStored')).link?.deviceId ?? null,
      keyring: async () => (await keys.read())?.keyring ?? emptyKeyring,
      closeKeysBefore: (id) =>
        keys.change((own) => ({ ...own, keyring: { ...own.keyring, recordsSince: id } })),
      fetchKeys: (ending) =>
        withTarget(async (to) => {
          const given = await api.keyring(to, ending)
          if (given.ok && given.value !== null) await keys.acceptKeyring(given.value)
          return given
        }),
      async list(after, ending) {
        const to = await getTarget()
        return to.ok ? relayApi.records(to.value, after, ending) : to
      },
      write: (written, ending) => withTarget((to) => api.writeRecords(to, written, ending)),
    },
    async dismissGap() {
      await call('relayGapSeen')
      shown.set({ gap: null })
      return ok({})
    },

    async stop() {
      stopping.abort()
      await Promise.all([
        connection.stop(),
        presence.stop(),
        pairing.stop(),
        invitation.stop(),
        subscriptionCheck.waitUntilIdle(),
        sealing.waitUntilIdle(),
      ])
      await http.close()
    },
  }
}

const toUnreadable = ({ unreadable }: RelayOffice): RelaySlice['unreadable'] =>
  unreadable ? { count: unreadable.count, lastAt: Date.parse(unreadable.lastAt) } : null

/** Decides when the operator's subscription is checked, created and removed. */
interface SubscriptionCheck {
  /** Checks the subscription in the background, if a check is due and this PC administers. */
  scheduleCheck(isAdmin: boolean): void
  /** Checks the subscription now. */
  checkNow(): Promise<Result<SubscriptionState>>
  /** Inbox with its secret, for a PC that administers. */
  readInbox(to: RelayTarget): Promise<Result<Inbox>>
  /** Removes the subscription, unless other PCs of the office still need it. */
  remove(to: RelayTarget): Promise<void>
  /** Call this when another relay replaces the present one. */
  reset(): void
  /** Waits for the check under way. */
  waitUntilIdle(): Promise<unknown>
}

interface SubscriptionCheckDeps {
  api: Pick<RelayApi, 'office' | 'devices'>
  subscription: InboxSubscription
  clock: Pick<Clock, 'elapsed'>
  log: Log
  byApi: boolean
  target: () => Promise<Result<RelayTarget>>
  signal: AbortSignal
}

/**
 * Time between two checks, in milliseconds. A rotated header must reach the operator within the relay's seven days.
 */
const EVERY_MS = 24 * 3_600_000
/** Delay after a failure, in milliseconds: the operator may have no subscription now. */
const RETRY_MS = 600_000

export function createSubscriptionCheck(deps: SubscriptionCheckDeps): SubscriptionCheck {
  const { api, subscription, clock, log, byApi, target, signal } = deps
  let checkedAt = -Infinity
  let running: Promise<unknown> = Promise.resolve()

  async function readInbox(to: RelayTarget): Promise<Result<Inbox>> {
    const office = await api.office(to, signal)
    if (!office.ok) return office
    return office.value.inbox ? ok(office.value.inbox) : fail(appError('relay-not-admin'))
  }

  async function checkNow(): Promise<Result<SubscriptionState>> {
    const to = await target()
    if (!to.ok) return to
    const own = await readInbox(to.value)
    if (!own.ok) return own
    await subscription.ensure(own.value, signal)
    return ok(subscription.state)
  }

  return {
    readInbox,
    checkNow,
    scheduleCheck(isAdmin) {
      const elapsed = clock.elapsed()
      const every = subscription.state.state === 'failed' ? RETRY_MS : EVERY_MS
      if (!isAdmin || !byApi || elapsed - checkedAt < every) return
      checkedAt = elapsed
      running = checkNow().catch((error: unknown) =>
        log.error('relay: the subscription could not be looked for', error),
      )
    },
    async remove(to) {
      const devices = await api.devices(to, signal)
      if (!devices.ok || devices.value.some(({ self }) => !self)) return
      const own = await readInbox(to)
      const removed = own.ok ? await subscription.remove(own.value, signal) : own
      if (!removed.ok) log.warn(`relay: the subscription was not removed: ${removed.error.code}`)
    },
    reset() {
      subscription.reset()
      checkedAt = -Infinity
    },
    waitUntilIdle: () => running,
  }
}

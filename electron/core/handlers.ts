import { ok } from '#shared/bridge/result.ts'
import { settingsSchema } from '#shared/bridge/slices.ts'
import { historyCsvText } from '#shared/text/history-csv.ts'
import type { ServiceClient } from './api/service-client.ts'
import type { CommandHandlers, TransferHandlers } from './bridge/router.ts'
import type { Clock } from './clock.ts'
import type { Store } from './db/store.ts'
import type { HostPort } from './host.ts'
import { historyCsv } from './lookup/history-csv.ts'
import type { Lookup } from './lookup/lookup.ts'
import { platesInFile } from './lookup/plates-in-file.ts'
import { dismissNotice, loadNotices } from './notices.ts'
import { saveSettings } from './settings/settings.ts'
import type { SliceHolder } from './slices.ts'
import type { ConnectionGate } from './sync/connection.ts'

export interface HandlerDeps {
  host: HostPort
  store: Store
  lookup: Lookup
  gate: ConnectionGate
  client: ServiceClient
  clock: Clock
  /** Reads everything from a store that has just been opened. */
  takeUp: () => Promise<void>
  slices: () => SliceHolder
}

/** Every command of the contract, answered by the part that knows. */
export function createHandlers(deps: HandlerDeps): CommandHandlers {
  const { host, store, lookup, gate, client, clock, takeUp } = deps
  const { call } = store
  return {
    'app.snapshot': () => ok(deps.slices().snapshot()),
    'app.quit': () => {
      // After this answer has left, so that the window hears it.
      setImmediate(() => host.quit())
      return ok({})
    },
    async 'settings.update'(change) {
      const settings = settingsSchema.parse({ ...deps.slices().get('settings'), ...change })
      await saveSettings(call, settings)
      deps.slices().set('settings', settings)
      return ok(settings)
    },
    async 'notices.dismiss'({ id }) {
      await dismissNotice(store, id)
      deps.slices().set('notices', await loadNotices(store))
      return ok({})
    },
    'connection.retry'() {
      client.resume()
      gate.retryNow()
      return ok({})
    },
    async 'store.retry'() {
      await store.open()
      await takeUp()
      return ok({})
    },
    async 'store.set-aside'() {
      const done = await store.startOver()
      if (done.ok) await takeUp()
      return done
    },

    'lookup.start': ({ vrm }) => lookup.start(vrm),
    'lookup.get': ({ vrm }) => lookup.get(vrm),
    'lookup.cancel': ({ vrm }) => lookup.cancel(vrm),
    'lookup.recent': async ({ limit }) => ok(await call('recentLookups', limit, startOfDay(clock.now()))),
    'lookup.queue': async () => ok({ rows: await lookup.queue() }),
    'lookup.history': async ({ query, vrm, before, limit }) =>
      ok(await call('history', query, vrm ?? null, before ?? null, limit)),
    'lookup.suggest': async ({ query, limit }) =>
      ok({ rows: await call('suggestPlates', compact(query), limit) }),
  }
}

export function createTransferHandlers({ call }: Pick<Store, 'call'>): TransferHandlers {
  return {
    'lookup.history-csv': async ({ query }, signal) =>
      ok({
        filename: historyCsvText.filename,
        contentType: 'text/csv; charset=utf-8',
        bytes: historyCsv((cursor, limit) => call('history', query, null, cursor, limit), signal),
      }),
    'lookup.plates-in-file': (_args, body, signal) => platesInFile(body, signal),
  }
}

/** Midnight in this PC's zone: "hoy" is the desk's day. */
function startOfDay(now: number): number {
  const day = new Date(now)
  return day.setHours(0, 0, 0, 0)
}

/** Only what a plate can contain: nothing typed is a wildcard. */
const compact = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

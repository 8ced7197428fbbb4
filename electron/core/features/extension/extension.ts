import { join } from 'node:path'
import { ENTRY_FAILURES, type EntryFailure, type HostBrowser } from '#shared/bridge/extension.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Batch } from '#shared/host-protocol/messages.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { failedEntry } from '#shared/text/hosts.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { SliceHolder } from '../../bridge/slices.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { AuditNote } from '../audit/audit.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { createApprovals } from './approvals.ts'
import { createHostConnection, type HostConnection, type HostFacts } from './connection.ts'
import { openDoor, type Door } from './door.ts'
import { createHostHandlers, createHostQuestions } from './host-commands.ts'

type Done = Result<Record<string, never>>

const APPROVED_FILE = 'approved-browsers.json'
/** Most profiles of browsers connected at once. */
const MAX_CONNECTIONS = 8
/**
 * Limits of an approved browser. A page of many plates is a handful of requests, and a person looks up one plate at a
 * time.
 */
const PACE = { perSecond: 20, burst: 60 }
const LOOKUP_PACE = { perSecond: 2, burst: 10 }
/** Limit of windows brought to the front, for all browsers together. */
const OPENING_PACE = { perSecond: 1, burst: 1 }

/**
 * Browsers with the extension: approvals and commands (electron/core/features/extension/README.md). It listens even
 * without approved browsers, because a browser asks for approval over this connection.
 */
export interface Extension {
  /**
   * Reads the approvals and starts to listen. Never rejects: after a failure, only browsers do not find this
   * application.
   */
  start(): Promise<void>
  approve(id: string): Promise<Done>
  refuse(id: string): Promise<Done>
  /** Ends the connections of a browser at once. */
  revoke(id: string): Promise<Done>
  /** Browsers of this PC, and whether they know the native host. */
  listBrowsers(): Promise<HostBrowser[]>
  install(browser: Browser): Promise<Result<HostBrowser[]>>
  uninstall(browser: Browser): Promise<Result<HostBrowser[]>>
  /** Called when a slice has changed. */
  handleSliceChange(): void
  /** Called when data changed, as for the windows. Without ids, any record may have changed. */
  handleChange(kind: string, ids: readonly string[]): void
  handleBatchChange(batch: Batch): void
  stop(): void
}

export interface ExtensionDeps extends AccountQuestions {
  dataDir: string
  host: Pick<HostPort, 'openRoute' | 'showWindow' | 'hostManifests'>
  version: string
  /** False if an administrator forbids the extension. Then no browser finds this application. */
  isAllowed: boolean
  clock: Clock
  log: Log
  slices: () => SliceHolder
  /** Writes into the audit record of the account on screen. */
  record: (entry: AuditNote) => Promise<void>
}

export function createExtension(deps: ExtensionDeps): Extension {
  const { dataDir, host, clock, log, slices } = deps
  const { hostManifests: manifests } = host
  const connections = new Set<HostConnection>()
  const allowances = new Map<string, { all: Allowance; lookups: Allowance }>()
  const questions = createHostQuestions(deps)
  const handlers = createHostHandlers({ questions, opening: createAllowance(clock.elapsed, OPENING_PACE) })
  const approvals = createApprovals({
    path: join(dataDir, APPROVED_FILE),
    clock,
    onChanged,
    onUnwritten: (error) => log.error('extension: the time of a connection could not be kept', error),
  })
  let door: Door | null = null
  let isStopped = false

  const isConnected = (key: string) => [...connections].some((one) => one.key === key)
  const publishState = () => slices().set('extension', approvals.getState(isConnected))
  /** Account on screen that the connections know. */
  let account: Slices['profile'] | null = null

  function getFacts(): HostFacts {
    const { get } = slices()
    const { state } = get('connection')
    return {
      locked: get('lock').locked,
      demo: get('profile').environment === 'demo',
      // Before the first request, the service is not known to be unreachable.
      online: state !== 'down' && state !== 'unauthorized',
      unread: get('inboxCounts').unread,
    }
  }

  function onChanged(): void {
    publishState()
    for (const one of connections) one.stateChanged()
  }

  function getAllowance(key: string) {
    const known = allowances.get(key)
    if (known) return known
    const made = {
      all: createAllowance(clock.elapsed, PACE),
      lookups: createAllowance(clock.elapsed, LOOKUP_PACE),
    }
    allowances.set(key, made)
    return made
  }

  /** @returns false if there is no room for another connection */
  function makeRoom(): boolean {
    if (connections.size < MAX_CONNECTIONS) return true
    // The oldest connection without approval is ended. Approved browsers are not disconnected for a newcomer.
    const victim = [...connections].find(({ key }) => key === null || !approvals.isApproved(key))
    victim?.end()
    if (victim) connections.delete(victim)
    return victim !== undefined
  }

  async function openForHosts(): Promise<void> {
    const opened = await openDoor({
      dataDir,
      onHost(socket, origin, rest) {
        if (!makeRoom()) return void socket.destroy()
        const connection = createHostConnection({
          ...deps,
          socket,
          origin,
          getFacts,
          approvals,
          handlers,
          questions,
          getAllowance,
          onHello: publishState,
          onAsked: () => host.showWindow?.(),
        })
        connections.add(connection)
        account = slices().get('profile')
        connection.receive(rest)
        socket.once('close', () => {
          connections.delete(connection)
          if (!isStopped) publishState()
        })
      },
    })
    if (isStopped) opened.close()
    else door = opened
  }

  const listBrowsers = async () => (await manifests?.list()) ?? []
  const changeAndList = async (change: () => Promise<unknown>): Promise<Result<HostBrowser[]>> => {
    try {
      await change()
    } catch (error) {
      const failure = toEntryFailure(error)
      if (failure === null) throw error
      log.error(`extension: an entry was not changed (${failure.code})`, error)
      return fail(appError('entry-not-written', { detail: failedEntry[failure.code](failure.path) }))
    }
    return ok(await listBrowsers())
  }

  return {
    async start() {
      if (!deps.isAllowed) return
      try {
        await approvals.load()
        await openForHosts()
      } catch (error) {
        log.error('extension: no browser will find this application', error)
      }
    },

    async approve(id) {
      const approved = await approvals.approve(id, (browser) =>
        // An approval counts only once it is stored.
        deps.record({ what: 'extension.approve', kind: browser, identifier: id, result: 'ok' }),
      )
      return approved ? ok({}) : fail(appError('not-found'))
    },

    async refuse(id) {
      return approvals.refuse(id) ? ok({}) : fail(appError('not-found'))
    },

    async revoke(id) {
      let recorded = Promise.resolve()
      try {
        const revoked = await approvals.revoke(id, ({ key, browser }) => {
          for (const one of connections) if (one.key === key) one.end()
          allowances.delete(key)
          // The approval is already removed. A failed audit record does not restore it.
          recorded = deps
            .record({ what: 'extension.revoke', kind: browser, identifier: id, result: 'ok' })
            .catch((error: unknown) => log.error('extension: a revocation could not be recorded', error))
        })
        return revoked ? ok({}) : fail(appError('not-found'))
      } finally {
        await recorded
      }
    },

    listBrowsers: listBrowsers,
    install: (browser) => changeAndList(async () => manifests?.install(browser)),
    uninstall: (browser) => changeAndList(async () => manifests?.uninstall(browser)),

    handleSliceChange() {
      if (connections.size === 0) return
      const now = slices().get('profile')
      const isOther = account !== now
      account = now
      for (const one of connections) {
        if (isOther) one.accountChanged()
        else one.stateChanged()
      }
    },

    handleChange(kind, ids) {
      if (kind === 'lookup' || kind === 'complete') for (const one of connections) one.platesChanged(ids)
    },

    handleBatchChange(batch) {
      for (const one of connections) one.batchChanged(batch)
    },

    stop() {
      isStopped = true
      approvals.stop()
      door?.close()
    },
  }
}

function toEntryFailure(error: unknown): { code: EntryFailure; path: string } | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null
  const code = ENTRY_FAILURES.find((one) => one === error.code)
  return code === undefined ? null : { code, path: String(error.path) }
}

export function createExtensionCommands({ extension }: { extension: Extension }): CommandsOf<'extension'> {
  return {
    'extension.approve': ({ id }) => extension.approve(id),
    'extension.refuse': ({ id }) => extension.refuse(id),
    'extension.revoke': ({ id }) => extension.revoke(id),
    'extension.browsers': async () => ok({ rows: await extension.listBrowsers() }),
    'extension.install': async ({ browser }) => toRows(await extension.install(browser)),
    'extension.uninstall': async ({ browser }) => toRows(await extension.uninstall(browser)),
  }
}

const toRows = (listed: Result<HostBrowser[]>) => (listed.ok ? ok({ rows: listed.value }) : listed)

import { lookup as resolveName } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import type { Diagnosis, DiagnosisCheck, PageError } from '#shared/bridge/diagnosis.ts'
import { appError, type AppError, type Result, ok } from '#shared/bridge/result.ts'
import { supportReportText } from '#shared/text/diagnosis.ts'
import { probeKey } from '../../accounts/accounts.ts'
import type { ResolveProxy } from '../../api/dispatchers.ts'
import type { Probe } from '../../api/transport.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Keychain } from '../../keychain/keychain.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Workspace } from '../../workspace-types.ts'
import { listCrashDumps, writeSupportReport } from './support-report.ts'

interface DiagnosisDeps {
  workspace: Workspace
  keychain: Keychain
  clock: Clock
  resolveProxy: ResolveProxy
  version: string
}

type Check = Omit<DiagnosisCheck, 'check'>

const LITTLE_SPACE = 500 * 1024 * 1024
/** Clock error beyond which certificates and tokens fail. */
const CLOCK_OFF_MS = 120_000

const buildCheck = (facts: Check['facts'] = {}): Check => ({ state: 'ok', facts })
const buildFailedCheck = (error: AppError, facts: Check['facts'] = {}): Check => ({
  state: 'failed',
  facts,
  error,
})
const skipped: Check = { state: 'skipped', facts: {} }

/**
 * Runs the numbered checks. Each check uses the product's own code. Facts contain no secret: no key, no proxy
 * password.
 */
async function diagnose(deps: DiagnosisDeps): Promise<Diagnosis> {
  const { workspace, clock, version } = deps
  const target = await workspace.active.target()
  const url = target.ok ? new URL(target.value.baseUrl) : null
  await workspace.store.refreshSize().catch(() => undefined)
  const store = await checkStore(workspace)
  const keychain = await checkKeychain(deps)
  const proxy = url ? await checkProxy(deps, url) : skipped
  const network = url ? await checkNetwork(url, proxy) : skipped
  const probe = network.state === 'failed' || !url ? null : await probeKey(workspace.transport)
  const address = checkAddress(url, probe)
  // A keychain that answers without a key means that the key is lost.
  const isLost = !target.ok && keychain.state === 'ok'
  const key = isLost
    ? buildFailedCheck(target.error)
    : address.state === 'ok' && probe
      ? checkKey(probe)
      : skipped
  const clockCheck = checkClock(probe, clock.now())
  return {
    at: clock.now(),
    version,
    system: `${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
    checks: [
      { check: 'store', ...store },
      { check: 'keychain', ...keychain },
      { check: 'proxy', ...proxy },
      { check: 'network', ...network },
      { check: 'address', ...address },
      { check: 'key', ...key },
      { check: 'clock', ...clockCheck },
    ],
  }
}

async function checkStore({ state: { store } }: Workspace): Promise<Check> {
  if (store.state !== 'open') return buildFailedCheck(store.error ?? appError('store-failed'))
  const space = await statfs(store.directory).catch(() => null)
  const free = space ? space.bavail * space.bsize : null
  const facts = { reports: store.reports ?? 0, bytes: store.bytes ?? 0, ...(free !== null && { free }) }
  return free !== null && free < LITTLE_SPACE ? { state: 'warning', facts } : buildCheck(facts)
}

async function checkKeychain({ keychain, workspace }: DiagnosisDeps): Promise<Check> {
  // The demonstration needs no keychain, so there is no unlock prompt.
  const needed = workspace.active.profile.environment !== 'demo'
  const { kind, state, detail } = needed ? await keychain.retry() : keychain.state
  const facts = { kind, state, ...(detail !== undefined && { detail }) }
  if (state === 'ready') return buildCheck(facts)
  if (!needed) return { ...skipped, facts: { ...facts, needed } }
  if (state === 'damaged') return buildFailedCheck(appError('keychain-damaged'), facts)
  return buildFailedCheck(appError(state === 'locked' ? 'keychain-locked' : 'keychain-unavailable'), facts)
}

async function checkProxy({ resolveProxy }: DiagnosisDeps, url: URL): Promise<Check> {
  try {
    const proxy = await resolveProxy(url.href)
    if (proxy === null) return buildCheck({ proxy: 'none' })
    // The proxy's user and password are left out.
    const { host } = new URL(proxy)
    if (host !== '') return buildCheck({ proxy: host })
  } catch {
    // The detail may quote the address, so it is left out.
  }
  return buildFailedCheck(appError('proxy-refused', { detail: 'not an address' }))
}

async function checkNetwork(url: URL, proxy: Check): Promise<Check> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Through a proxy, the proxy resolves the name.
  if (proxy.facts['proxy'] !== 'none') return buildCheck({ host })
  const started = performance.now()
  try {
    await resolveName(host)
    return buildCheck({ host, ms: Math.round(performance.now() - started) })
  } catch {
    return buildFailedCheck(appError('unreachable', { detail: 'ENOTFOUND' }), { host })
  }
}

function checkAddress(url: URL | null, probe: Result<Probe> | null): Check {
  if (!url || !probe) return skipped
  const facts = { address: url.host + url.pathname.replace(/\/$/, '') }
  if (probe.ok) return buildCheck({ ...facts, ms: probe.value.ms })
  return probe.error.code === 'unauthorized' ? buildCheck(facts) : buildFailedCheck(probe.error, facts)
}

const checkKey = (probe: Result<Probe>): Check => (probe.ok ? buildCheck() : buildFailedCheck(probe.error))

function checkClock(probe: Result<Probe> | null, now: number): Check {
  if (!probe?.ok || probe.value.date === null) return skipped
  const off = Math.round(now - probe.value.date)
  const facts = { seconds: Math.round(off / 1000) }
  return Math.abs(off) > CLOCK_OFF_MS ? { state: 'warning', facts } : buildCheck(facts)
}

export interface DiagnosisCommandDeps extends Omit<DiagnosisDeps, 'workspace'> {
  dataDir: string
  supervisor: Supervisor
  /** Workspace of the active account. It changes, so callers must not store it. */
  workspace: () => Workspace
  /** Latest lines of the log. */
  readLog: (maxBytes: number) => Promise<string>
  /** Records an uncaught error of a page. */
  recordPageError: (error: PageError) => void
}

/** Small enough to paste into a message. */
const MAX_COPIED_BYTES = 200_000
/** More than the size of the log. */
const ALL_BYTES = 50_000_000

export function createDiagnosisCommands(deps: DiagnosisCommandDeps): CommandsOf<'diagnosis'> {
  return {
    'diagnosis.run': async () => ok(await diagnose({ ...deps, workspace: deps.workspace() })),
    'diagnosis.log': async () => ok({ text: await deps.readLog(MAX_COPIED_BYTES) }),
    async 'diagnosis.dumps'() {
      const dumps = await listCrashDumps(deps.dataDir)
      return ok({ count: dumps.length, bytes: dumps.reduce((sum, { bytes }) => sum + bytes, 0) })
    },
    'diagnosis.page-error'(error) {
      deps.recordPageError(error)
      return ok({})
    },
  }
}

export function createDiagnosisTransfers(deps: DiagnosisCommandDeps): TransfersOf<'diagnosis'> {
  const { dataDir, version, clock, supervisor, readLog } = deps
  return {
    'diagnosis.report': async ({ dumps }) =>
      ok({
        filename: supportReportText.filename,
        contentType: 'application/zip',
        bytes: writeSupportReport({
          dataDir,
          version,
          now: clock.now(),
          log: await readLog(ALL_BYTES),
          troubles: supervisor.troubles,
          withDumps: dumps,
        }),
      }),
  }
}

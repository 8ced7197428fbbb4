import { release } from 'node:os'
import type { Trouble } from '#shared/bridge/health.ts'
import { supportReportText } from '#shared/text/diagnosis.ts'
import { zipped, type ZipEntry } from '../../runtime/zip.ts'
import { listCrashDumps, readCrashDump } from './crash-dumps.ts'

export interface SupportReportDeps {
  dataDir: string
  version: string
  now: number
  /** The whole log, whose every line is redacted as it is written. */
  log: string
  troubles: readonly Trouble[]
  /** The person ticked that the dumps go with it. */
  withDumps: boolean
}

/** Lines about processes and parts that ended, failed or were started again. */
const EVENT =
  /^\S+ (?:warn|error) (?:process|page|runtime|shell: the page|desktop: a process|keychain: its process|store: its thread)/

/** Latest of those lines; the log has them all. */
const MAX_EVENTS = 200

/** The report for support: a ZIP of the redacted log and of what ran, saved by the person alone. */
export async function* supportReport(deps: SupportReportDeps): AsyncGenerator<Uint8Array> {
  const { dataDir, version, now, log, troubles, withDumps } = deps
  const dumps = await listCrashDumps(dataDir)
  const summary = supportReportText.summary({
    at: now,
    version,
    system: `${process.platform} ${release()} ${process.arch}`,
    versions: (['electron', 'chrome', 'node', 'v8', 'sqlite'] as const).flatMap((name) => {
      const value = process.versions[name]
      return value === undefined ? [] : [`${name} ${value}`]
    }),
    isDesktop: process.versions['electron'] !== undefined,
    troubles: troubles.map(({ part, state, at }) => `${new Date(at).toISOString()} ${part} ${state}`),
    events: log
      .split('\n')
      .filter((line) => EVENT.test(line))
      .slice(-MAX_EVENTS),
    dumps,
    withDumps,
  })
  const text = (name: string, content: string): ZipEntry => ({
    name,
    bytes: Buffer.from(content, 'utf8'),
    at: now,
  })
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield text(supportReportText.summaryFile, summary)
    yield text('ventanilla.log', log)
    if (!withDumps) return
    for (const dump of dumps) {
      const bytes = await readCrashDump(dump)
      if (bytes) yield { name: dump.name, bytes, at: dump.at }
    }
  }
  yield* zipped(entries())
}

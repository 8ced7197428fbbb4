import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { release } from 'node:os'
import { join } from 'node:path'
import type { Trouble } from '#shared/bridge/diagnosis.ts'
import { supportReportText } from '#shared/text/diagnosis.ts'
import { createZip, type ZipEntry } from '../../runtime/zip.ts'

/** A crash dump of Electron: pieces of the memory of the process that ended. */
export interface CrashDump {
  name: string
  path: string
  at: number
  bytes: number
}

/**
 * Nothing can be redacted in a dump. So few dumps are stored, for a short time, and only their owner can read them.
 */
const MAX_DUMPS = 5
const MAX_AGE_MS = 30 * 24 * 3_600_000

export const getCrashDirectory = (dataDir: string): string => join(dataDir, 'crashes')

/** Dumps of this PC, the latest first. The system's crash handler keeps them in folders of its own. */
export async function listCrashDumps(dataDir: string): Promise<CrashDump[]> {
  const found = await readdir(getCrashDirectory(dataDir), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  const dumps = await Promise.all(
    found
      .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
      .map(async ({ name, parentPath }): Promise<CrashDump[]> => {
        const path = join(parentPath, name)
        const known = await stat(path).catch(() => null)
        return known ? [{ name, path, at: known.mtimeMs, bytes: known.size }] : []
      }),
  )
  return dumps.flat().toSorted((a, b) => b.at - a.at)
}

/** Removes old dumps, and all but the latest few. */
export async function pruneCrashDumps(dataDir: string, now: number): Promise<void> {
  const dumps = await listCrashDumps(dataDir)
  const kept = new Set(dumps.slice(0, MAX_DUMPS).filter(({ at }) => Math.abs(now - at) < MAX_AGE_MS))
  for (const dump of dumps.filter((one) => !kept.has(one))) {
    await rm(dump.path, { force: true })
    // The `.meta` file beside a dump describes it.
    await rm(dump.path.replace(/\.dmp$/, '.meta'), { force: true })
  }
}

/** `null` if the dump was removed meanwhile. */
const readCrashDump = ({ path }: CrashDump): Promise<Uint8Array | null> => readFile(path).catch(() => null)

export interface SupportReportDeps {
  dataDir: string
  version: string
  now: number
  /** The whole log. Every line of it was redacted when it was written. */
  log: string
  troubles: readonly Trouble[]
  /** True if the user chose to include the dumps. */
  withDumps: boolean
}

/** Lines about processes and parts that ended, failed or were restarted. */
const EVENT =
  /^\S+ (?:warn|error) (?:process|page|runtime|shell: the page|desktop: a process|keychain: its process|store: its thread)/

/** Most of these lines in the report. The log has all of them. */
const MAX_EVENTS = 200

/**
 * Report for support: a ZIP of a summary and the redacted log, with the dumps if the user chose them. Only the user
 * saves it.
 */
export async function* writeSupportReport(deps: SupportReportDeps): AsyncGenerator<Uint8Array> {
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
  const createTextEntry = (name: string, content: string): ZipEntry => ({
    name,
    bytes: Buffer.from(content, 'utf8'),
    at: now,
  })
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    yield createTextEntry(supportReportText.summaryFile, summary)
    yield createTextEntry('ventanilla.log', log)
    if (!withDumps) return
    for (const dump of dumps) {
      const bytes = await readCrashDump(dump)
      if (bytes) yield { name: dump.name, bytes, at: dump.at }
    }
  }
  yield* createZip(listEntries())
}

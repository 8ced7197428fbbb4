import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { caseWindowFigures } from './case-window-figures.ts'
import { caseFigures } from './core-figures.ts'
import { residentMegabytes, timed } from './machine.ts'
import { VIEWPORT, withChromium } from './measure-page.ts'
import { findStore, seedProcedures, seedVerdicts } from './seed-store.ts'
import { figure, type Figure } from './statistics.ts'

/** The size that the targets are for. */
const SIZE_OF_TARGETS = 100_000
const PASSPHRASE = 'copia de la oficina'
/** A backup of a million takes minutes. */
const BACKUP_LIMIT_MS = 1_800_000
const BYTES_OF_MB = 1024 ** 2

/**
 * *Expedientes* with a tenth of `size` procedures, with `size` and with ten times as many, and as many verdicts:
 * searches, lists, memory, disk, backup, and the longest migration. A cost that grows by more than ten from one size to
 * the next does not grow in proportion.
 */
export async function sizeFigures(size: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of [Math.ceil(size / 10), size, size * 10]) {
    process.stderr.write(`${count} procedures: seeding…\n`)
    const directory = await temporaryDataDir()
    try {
      const now = Date.now()
      await seedVerdicts(directory.path, count)
      await seedProcedures(directory.path, count, now)
      const { path } = await findStore(directory.path)
      const measured = [
        figure('store on the disk', 'MB', [(await stat(path)).size / BYTES_OF_MB]),
        ...(await caseFigures(directory.path, count, now)),
        ...(await windowFiguresOfSize(directory.path, count, now)),
        ...(await backupFigures(directory.path)),
        await migrationFigure(directory.path),
      ]
      figures.push(...measured.map((one) => withoutTarget(count, one)))
    } finally {
      await directory.remove()
    }
  }
  return figures
}

/** Names the size, and leaves out the targets of other sizes. */
function withoutTarget(count: number, { target, times, ...one }: Figure): Figure {
  return {
    ...one,
    name: `${count.toLocaleString('en')}: ${one.name.replace(/^desk: /, '')}`,
    ...(count === SIZE_OF_TARGETS && target !== undefined && { target }),
    ...(count === SIZE_OF_TARGETS && times !== undefined && { times }),
  }
}

/** *Expedientes* alone, in a window of a host of its own. */
const windowFiguresOfSize = (dataDir: string, count: number, now: number): Promise<Figure[]> =>
  withChromium(async (browser) => {
    const application = await startApplication(dataDir, ['--port=0'])
    try {
      const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-ES' })
      await page.goto(application.entry)
      await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
      return [
        ...(await caseWindowFigures(page, count, now)),
        figure("memory of the web host's process, after all of it", 'MB', [
          residentMegabytes(application.pid),
        ]),
      ]
    } finally {
      await application.stop()
    }
  })

/** A backup of everything to a folder, as the office schedules it. */
async function backupFigures(dataDir: string): Promise<Figure[]> {
  const service = await startFaultService()
  const fixture = await startCore(service.url, { dataDir })
  const folder = join(await temporaryDirectory(), 'copias')
  const started = performance.now()
  await fixture.value('office.update', { backup: { folder, everyDays: 7, keep: 1 } })
  await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
  const files = await waitUntil(
    () => readdir(folder).catch((): string[] => []),
    (names) => names.some((name) => name.endsWith('.vcopia')),
    BACKUP_LIMIT_MS,
  )
  const taken = performance.now() - started
  const { size } = await stat(join(folder, files.find((name) => name.endsWith('.vcopia')) ?? ''))
  await fixture.stop()
  await service.close()
  return [figure('backup of everything', 'ms', [taken]), figure('its file', 'MB', [size / BYTES_OF_MB])]
}

/** The longest migration indexes the words of every procedure again. */
async function migrationFigure(dataDir: string): Promise<Figure> {
  const { path, key } = await findStore(dataDir)
  const db = openDatabase(path, key)
  const taken = await timed(() => {
    db.exec(`INSERT OR IGNORE INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure'`)
    createCaseWords(db).renewAll()
  })
  db.close()
  return figure('all search words built again, as a migration asks', 'ms', [taken])
}

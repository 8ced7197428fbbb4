import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openProcessLog } from '#electron/core/runtime/log.ts'
import { pruneCrashDumps } from '#electron/core/features/diagnosis/support-report.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'

const DAY = 24 * 3_600_000
let running: CoreFixture | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(removeTemporaryDirectories)

/** A core whose log has these lines, with a dump of this many bytes for each age in days. */
async function start(lines: string[], dumps: readonly { days: number; text: string }[] = []) {
  const dataDir = await temporaryDirectory()
  const log = openProcessLog(dataDir, () => undefined)
  for (const line of lines) log.error(line)
  const pending = join(dataDir, 'crashes', 'pending')
  await mkdir(pending, { recursive: true })
  for (const [index, { days, text }] of dumps.entries()) {
    const path = join(pending, `dump-${index}.dmp`)
    await writeFile(path, text)
    await writeFile(path.replace('.dmp', '.meta'), 'of it')
    const at = new Date(Date.now() - days * DAY)
    await utimes(path, at, at)
  }
  running = await startCore('http://127.0.0.1:9', { dataDir, logFile: log.file, version: '1.2.3' })
  return { ...running, pending }
}

async function report({ core }: CoreFixture, dumps: boolean) {
  const sent = await core.router.send('diagnosis.report', { dumps }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
  return { filename: sent.value.filename, names: Object.keys(files).toSorted(), text }
}

test('the report has the log, what ran and what failed, and neither names nor keys', async () => {
  const fixture = await start([
    'desktop: a process of Electron (GPU) ended: crashed 5',
    'page: an error in the page that nothing caught: TypeError of 1234 BCD, key=abcdef0123456789abcdef',
    'lookup: something else',
  ])
  const { filename, names, text } = await report(fixture, false)
  expect(filename).toBe('informe-ventanilla.zip')
  expect(names).toEqual(['informe.txt', 'ventanilla.log'])
  const summary = text('informe.txt')
  expect(summary).toContain('Informe de Ventanilla 1.2.3')
  expect(summary).toContain(`node ${process.versions.node}`)
  expect(summary).toContain('a process of Electron (GPU) ended: crashed 5')
  expect(summary).toContain('an error in the page')
  expect(summary).not.toContain('something else')
  expect(text('ventanilla.log')).toContain('something else')
  for (const file of names) expect(text(file)).not.toMatch(/1234 BCD|abcdef0123456789/)
})

test('crash dumps are listed, and go with it only if they are ticked', async () => {
  const fixture = await start([], [{ days: 1, text: 'memory of 1234 BCD' }])
  expect(await fixture.value('diagnosis.dumps', {})).toEqual({ count: 1, bytes: 18 })
  const without = await report(fixture, false)
  expect(without.names).toEqual(['informe.txt', 'ventanilla.log'])
  expect(without.text('informe.txt')).toMatch(/no incluidos[^]*dump-0\.dmp/)
  const ticked = await report(fixture, true)
  expect(ticked.names).toContain('dump-0.dmp')
  expect(ticked.text('dump-0.dmp')).toBe('memory of 1234 BCD')
  expect(ticked.text('informe.txt')).toMatch(/Volcados de fallos, incluidos/)
})

test('a start keeps the latest five dumps, and none of over a month, whatever the clock says', async () => {
  const { pending } = await start(
    [],
    [40, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((days) => ({ days, text: 'x' })),
  )
  const left = async () => (await readdir(pending)).filter((name) => name.endsWith('.dmp')).toSorted()
  await expect.poll(left).toEqual([1, 2, 3, 4, 5].map((n) => `dump-${n}.dmp`))
  expect((await readdir(pending)).filter((name) => name.endsWith('.meta'))).toHaveLength(5)
})

test('without a folder of dumps there are none, and nothing fails', async () => {
  const dataDir = await temporaryDirectory()
  await pruneCrashDumps(join(dataDir, 'nowhere'), Date.now())
  running = await startCore('http://127.0.0.1:9', { dataDir })
  expect(await running.value('diagnosis.dumps', {})).toEqual({ count: 0, bytes: 0 })
  expect((await report(running, true)).names).toEqual(['informe.txt', 'ventanilla.log'])
})

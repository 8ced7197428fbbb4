import { appendFile, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ScanFolderSlice } from '#shared/bridge/scan-folder.ts'
import { readAll } from '#electron/core/runtime/streams.ts'
import {
  type CoreFixture,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
} from '#tests/fakes/core-fixture.ts'
import { createShiftedClock, type ShiftedClock } from '#tests/fakes/shifted-clock.ts'

const NOBODY = 'http://127.0.0.1:9'
const NOW = Date.parse('2026-11-30T10:00:00Z')
const HEAD = '%PDF-1.7\n1 0 obj\n'
const PDF = `${HEAD}%%EOF\n`

let clock: ShiftedClock
let fixture: CoreFixture
let folder: string
beforeEach(async () => {
  clock = createShiftedClock(NOW)
  fixture = await startCore(NOBODY, { clock })
  folder = await temporaryDirectory()
})
afterEach(() => fixture.stop())
afterAll(removeTemporaryDirectories)

const scan = (name: string, content: string) => writeFile(join(folder, name), content)
const choose = (path: string) => fixture.value('office.update', { scanFolder: path })
const until = (condition: (state: ScanFolderSlice) => boolean) =>
  waitUntil(() => fixture.slice('scans'), condition)
const namesOf = ({ files }: ScanFolderSlice) => files.map(({ name }) => name).toSorted()
const offers = (...names: string[]) => until((state) => namesOf(state).join() === names.join())
const restart = async () => {
  await fixture.stop()
  fixture = await startCore(NOBODY, { clock, dataDir: fixture.dataDir })
}

test('what arrives is offered once: not what was there before, and not again after a restart', async () => {
  await scan('antes.pdf', PDF)
  await choose(folder)
  await until(({ state }) => state === 'on')
  await scan('dni.pdf', PDF)
  await scan('contrato.pdf', `${HEAD}otro\n%%EOF`)
  const { files, total } = await offers('contrato.pdf', 'dni.pdf')
  expect(total).toBe(2)
  const dni = files.find(({ name }) => name === 'dni.pdf')!
  const sent = await fixture.core.router.send('scans.file', { id: dni.id }, new AbortController().signal)
  expect(
    sent.ok && [sent.value.contentType, Buffer.from(await readAll(sent.value.bytes)).toString()],
  ).toEqual(['application/pdf', PDF])
  await fixture.value('scans.dismiss', { ids: [dni.id] })
  await offers('contrato.pdf')
  // What the scanner writes while Ventanilla is closed is offered too.
  await fixture.stop()
  await scan('factura.pdf', PDF)
  fixture = await startCore(NOBODY, { clock, dataDir: fixture.dataDir })
  await offers('contrato.pdf', 'factura.pdf')
  // A scanner that always writes the same name.
  await scan('dni.pdf', `${HEAD}reverso\n%%EOF`)
  await offers('contrato.pdf', 'dni.pdf', 'factura.pdf')
})

test('a file that is still being written waits for its end', async () => {
  await choose(folder)
  await until(({ state }) => state === 'on')
  await scan('largo.pdf', HEAD)
  await scan('corto.pdf', PDF)
  const { files } = await until((state) => namesOf(state).includes('corto.pdf'))
  expect(files.map(({ name }) => name)).toEqual(['corto.pdf'])
  await appendFile(join(folder, 'largo.pdf'), 'página 2\n%%EOF')
  await offers('corto.pdf', 'largo.pdf')
  // One that was cut is offered after a minute, and says so.
  await scan('cortado.pdf', HEAD)
  await until((state) => namesOf(state).length === 2)
  const cut = waitUntil(
    async () => {
      clock.set(clock.now() + 10_000)
      return (await fixture.slice('scans')).files
    },
    (all) => all.some(({ name, isCut }) => name === 'cortado.pdf' && isCut),
  )
  expect((await cut).filter(({ isCut }) => isCut).map(({ name }) => name)).toEqual(['cortado.pdf'])
})

test('nothing else of the folder is offered, and a changed file is not read', async () => {
  await choose(folder)
  await until(({ state }) => state === 'on')
  const secret = join(await temporaryDirectory(), 'secret.pdf')
  await writeFile(secret, PDF)
  await symlink(secret, join(folder, 'enlace.pdf'))
  await mkdir(join(folder, 'carpeta.pdf'))
  await scan('.oculto.pdf', PDF)
  await scan('~temporal.pdf', PDF)
  await scan('notas.txt', 'hola')
  await scan('vacío.pdf', '')
  await scan('dni.pdf', PDF)
  const { files } = await offers('dni.pdf')
  const { id } = files[0]!
  // Swapped for a link, or overwritten, after it was offered.
  await rm(join(folder, 'dni.pdf'))
  await symlink(secret, join(folder, 'dni.pdf'))
  const read = () => fixture.core.router.send('scans.file', { id }, new AbortController().signal)
  expect(await read()).toMatchObject({ ok: false, error: { code: 'not-found' } })
  await rm(join(folder, 'dni.pdf'))
  await scan('dni.pdf', PDF)
  await utimes(join(folder, 'dni.pdf'), 1, 1)
  expect(await read()).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('a folder that goes away comes back with what was dismissed and what was not', async () => {
  await choose(folder)
  await until(({ state }) => state === 'on')
  await scan('uno.pdf', PDF)
  await scan('dos.pdf', `${HEAD}dos\n%%EOF`)
  const { files } = await offers('dos.pdf', 'uno.pdf')
  await fixture.value('scans.dismiss', { ids: [files.find(({ name }) => name === 'uno.pdf')!.id] })
  await offers('dos.pdf')
  const away = `${folder}-away`
  await rename(folder, away)
  await until(({ state }) => state === 'unreachable')
  await restart()
  await until(({ state }) => state === 'unreachable')
  await rename(away, folder)
  // Waking the loop, so that the test does not wait for the next attempt.
  await choose(folder)
  await offers('dos.pdf')
  await choose('')
  await until(({ state, total }) => state === 'off' && total === 0)
})

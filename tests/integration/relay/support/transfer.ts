import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createOfficeFile, type OfficeFileWriter, openOfficeFile } from '#relay/store/office-file.ts'
import * as inDatabase from '#relay/store/postgres/office-transfer.ts'
import { readKeyFile } from '#relay/store/postgres/secrets.ts'
import * as inFiles from '#relay/store/sqlite/office-transfer.ts'
import { runRelay } from './process.ts'
import { eventOf, OFFICE, type Office, pageOf, post, startRelay, temporaryDirectory } from './relay.ts'
import { databaseOf, isDatabase, keepInFiles } from './store.ts'

export const newFile = async () => join(await temporaryDirectory(), 'office')
/** Every option that `export` and `import` have beside the file. */
export const run = (command: 'export' | 'import', directory: string, file: string, ...more: string[]) =>
  runRelay(directory, [command, file, '--min-free-mb=0', ...more])

export async function done(command: 'export' | 'import', directory: string, file: string, ...more: string[]) {
  const { code, stdout, stderr } = await run(command, directory, file, '--json', ...more)
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('relay:')])
  return JSON.parse(stdout) as object
}

/** Posts events as an operator does: what is refused for a while comes again. */
export async function fill(url: string, count: number, prefix = 'p', office = OFFICE): Promise<void> {
  const bodies = Array.from({ length: count }, (_, index) => JSON.stringify(eventOf(`${prefix}${index}`)))
  while (bodies.length > 0) {
    const some = bodies.splice(0, 50)
    const answers = await Promise.all(some.map((body) => post(url, body, office)))
    bodies.push(...some.filter((_, index) => answers[index]?.status === 503))
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  }
}

/** Data of a relay that is stopped and has an office with that many events. */
export async function stoppedOffice(events: number, driver: 'files' | null = null) {
  const directory = await temporaryDirectory()
  if (driver === 'files') keepInFiles(directory)
  const relay = await startRelay({ directory, offices: [OFFICE] })
  await fill(relay.url, events)
  const { epoch } = await pageOf(relay.url)
  await relay.stop()
  return { directory, epoch }
}

/** A relay on data that a command has left, in this process. */
export const openAgain = (directory: string, offices: readonly Office[] = []) =>
  startRelay({ directory, offices })

/** Lines of the rows in a file. */
export const rowsOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(1, -2)
export const headOf = (file: string) => JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as object

/** The driver's own export and import, on the data that a directory names. */
export async function transferIn(directory: string) {
  const now = Date.now()
  const log = { info: () => {}, error: () => {} }
  if (!isDatabase(directory)) {
    const given = { directory, now, log }
    return {
      exportOffice: (file: string, name: string) =>
        written(file, (to) => inFiles.exportOffice(given, to, name, false)),
      importOffice: (file: string) => inFiles.importOffice(given, openOfficeFile(file)),
    }
  }
  const { url, keyFile } = await databaseOf(directory)
  const given = { url, sealingKey: readKeyFile(keyFile), now, log }
  return {
    exportOffice: (file: string, name: string) =>
      written(file, (to) => inDatabase.exportOffice(given, to, name, false)),
    importOffice: (file: string) => inDatabase.importOffice(given, openOfficeFile(file)),
  }
}

export async function written(
  file: string,
  write: (to: OfficeFileWriter) => Promise<unknown>,
): Promise<void> {
  const to = createOfficeFile(file)
  await write(to)
  to.publish()
}

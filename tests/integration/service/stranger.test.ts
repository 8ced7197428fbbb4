import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { spawnService } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'

const KEY = 'key-of-the-stranger'
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const PROGRAM = fileURLToPath(new URL('stranger', import.meta.url))

const run = promisify(execFile)
const tool = (name: string, ...args: string[]) => run(join(PACKAGES, '.bin', name), args)
/** Errors of the compiler, if any. */
const compile = (folder: string): Promise<string> =>
  tool('tsc', '-p', folder).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

/** A folder with the program of `stranger/` and the client generated from a document, at an address or in a file. */
async function generateBeside(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ventanilla-stranger-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(PROGRAM, folder, { recursive: true })
  await symlink(PACKAGES, join(folder, 'node_modules'), 'junction')
  await tool('oazapfts', document, join(folder, 'client.ts'))
  return folder
}

it('a program over the generated client takes a transfer from its draft to its papers, and a mandate to its signature', async () => {
  const { listening: url } = await spawnService({ keys: `${KEY}=B12345674` }).ready
  const receiver = await startReceiver()
  const statesOf = (name: string) =>
    receiver.received.filter(({ event }) => event === name).map(({ data }) => data.status as string)

  const folder = await generateBeside(`${url}/openapi.json`)
  expect(await compile(folder)).toBe('')
  const env = { ...process.env, SERVICE: url, KEY, RECEIVER: receiver.url }
  await run(process.execPath, [join(folder, 'transfer.ts')], { env })

  const procedure = ['PENDING', 'BLOCKED', 'PENDING', 'DONE']
  await expect.poll(() => statesOf('procedure.status_changed')).toEqual(procedure)
  await expect.poll(() => statesOf('signature.status_changed')).toEqual(['submitted', 'sent', 'signed'])
  await expect.poll(() => statesOf('procedure.finished').length).toBe(1)
  for (const { headers } of receiver.received) expect(headers['x-office-secret']).toBe('ssh-1234')
  expect(new Set(receiver.received.map(({ headers }) => headers['x-dev-event'])).size).toBe(
    receiver.received.length,
  )
})

it('the program does not compile when the document says another thing', async () => {
  const { listening: url } = await spawnService().ready
  const document = await (await fetch(`${url}/openapi.json`)).text()
  const file = join(await mkdtemp(join(tmpdir(), 'ventanilla-document-')), 'openapi.json')
  onTestFinished(() => rm(join(file, '..'), { recursive: true }))
  await writeFile(file, document.replaceAll('"generatedDocuments"', '"papers"'))
  expect(await compile(await generateBeside(file))).toContain("'generatedDocuments' does not exist")
})

import { afterAll, afterEach, expect, test } from 'vitest'
import { startApplication, type Application } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import {
  enter,
  entryAddress,
  openWindow,
  type ApplicationWindow,
} from '#tests/fakes/window-of-application.ts'

const running: Application[] = []
afterEach(() => Promise.all(running.splice(0).map((application) => application.stop())))
afterAll(removeTemporaryDirectories)

async function start(dataDir: string): Promise<{ application: Application; window: ApplicationWindow }> {
  const application = await startApplication(dataDir, ['--port=0', '--sample-office'])
  running.push(application)
  const address = await entryAddress(application)
  return { application, window: await openWindow(address, await enter(address)) }
}

async function openPc(window: ApplicationWindow): Promise<{ address: URL; pc: ApplicationWindow }> {
  const answer = await window.call('simulator.open-pc', {})
  if (!answer.ok || answer.value.url === null) throw new Error(JSON.stringify(answer))
  const address = new URL(answer.value.url)
  return { address, pc: await openWindow(address, await enter(address)) }
}

const notesOf = async (window: ApplicationWindow, id: string) => {
  const answer = await window.call('annotations.get', { id })
  return answer.ok ? answer.value.notes.map(({ text }) => text) : []
}
async function firstCase(window: ApplicationWindow): Promise<string> {
  const sort = { by: 'recent', descending: true } as const
  const answer = await window.call('cases.list', { filter: {}, sort, offset: 0, limit: 1 })
  return answer.ok ? (answer.value.rows[0]?.id ?? '') : ''
}

test('the second PC answers at an address of its own after kills at any moment of its start', async () => {
  const dataDir = await temporaryDirectory()
  for (const ms of [0, 1_500, 3_000]) {
    const { application, window } = await start(dataDir)
    void window.call('simulator.open-pc', {})
    await new Promise((resolve) => setTimeout(resolve, ms))
    window.close()
    await application.kill()
    running.pop()
  }
  const { application, window } = await start(dataDir)
  const { address, pc } = await openPc(window)
  expect(address.origin).not.toBe(application.origin)
  expect(await enter(address)).toBe('')
  const id = await firstCase(window)
  await window.call('case-notes.add', { id, text: 'Ha llamado el comprador' })
  await waitUntil(
    () => notesOf(pc, id),
    (notes) => notes.includes('Ha llamado el comprador'),
  )
  await pc.call('case-notes.add', { id, text: 'Ya le he contestado' })
  await waitUntil(
    () => notesOf(window, id),
    (notes) => notes.includes('Ya le he contestado'),
  )
  const again = await openPc(window)
  expect(again.address.origin).toBe(address.origin)
  for (const one of [window, pc, again.pc]) one.close()
})

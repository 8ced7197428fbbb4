import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { readSession, SESSION_FILE, writeSession } from '#electron/core/features/training/session-file.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { CommandName } from '#shared/bridge/contract.ts'
import { createScenarioFiles } from '#electron/core/features/training/scenario-files.ts'
import { type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  temporaryDirectory,
  waitUntil,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { startTrainee, type Trainee } from './trainee.ts'

const FORM_COMES_BACK = 'el-impreso-vuelve'
let dataDir: string
const running: Trainee[] = []

beforeEach(async () => {
  dataDir = await temporaryDirectory()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

async function start(overrides: Parameters<typeof startTrainee>[1] = {}): Promise<Trainee> {
  const trainee = await startTrainee(dataDir, overrides)
  running.push(trainee)
  return trainee
}
async function stop(trainee: Trainee): Promise<void> {
  running.splice(running.indexOf(trainee), 1)
  await trainee.stop()
}
const plates = async (trainee: Trainee) => {
  const { rows } = await trainee.value('cases.list', {
    filter: {},
    sort: { by: 'recent', descending: true },
    offset: 0,
    limit: 200,
  })
  return rows.map(({ subject }) => subject.vrm)
}
const ready = ({ state }: { state: string }) => state === 'ready'
const scenarioOf = async (id: string): Promise<Scenario> => (await createScenarioFiles(dataDir).find(id))!

describe('a scenario', () => {
  test('has an office of its own; when it ends the demonstration is as it was left', async () => {
    const trainee = await start()
    await trainee.value('lookup.start', { vrm: '1234BCD' })
    await trainee.until('1234BCD', ({ pending }) => pending === null)
    const { openedAt } = await trainee.slice('profile')
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.untilTraining(ready)
    expect(await plates(trainee)).toEqual(['2917JKD'])
    expect((await trainee.value('lookup.recent', { limit: 5 })).rows).toEqual([])
    const begun = await trainee.slice('profile')
    expect(begun.begunAt).toBeGreaterThan(0)
    expect(begun.openedAt).toBeGreaterThan(openedAt!)
    await trainee.value('training.end', {})
    expect(await trainee.training()).toBeNull()
    expect(await plates(trainee)).toEqual([])
    const { rows } = await trainee.value('lookup.recent', { limit: 5 })
    expect(rows).toMatchObject([{ vrm: '1234BCD' }])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('demo'))).toEqual(['demo'])
  })

  test('begins again from nothing, and another one takes its place: the demonstration still waits', async () => {
    const trainee = await start()
    await trainee.value('lookup.start', { vrm: '1234BCD' })
    await trainee.until('1234BCD', ({ pending }) => pending === null)
    const scenario = await scenarioOf(FORM_COMES_BACK)
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.doStep(scenario)
    await trainee.value('training.again', {})
    expect(await trainee.untilTraining(ready)).toMatchObject({ step: 0, expected: [{ met: false }] })
    expect(await plates(trainee)).toEqual(['2917JKD'])
    await trainee.value('training.start', { id: 'llega-un-embargo' })
    await trainee.untilTraining(ready)
    expect(await plates(trainee)).toEqual(['6205JWD'])
    await trainee.value('training.end', {})
    expect((await trainee.value('lookup.recent', { limit: 5 })).rows).toMatchObject([{ vrm: '1234BCD' }])
  })

  test('closed and opened again, it goes on: what was ticked stays, and nothing happens twice', async () => {
    const scenario = await scenarioOf(FORM_COMES_BACK)
    const first = await start()
    await first.value('training.start', { id: FORM_COMES_BACK })
    await first.doStep(scenario)
    await first.value('case-notes.add', {
      id: (await readSession(demoDirectory(dataDir)))!.names['clio']!.id,
      text: 'Llamado.',
    })
    await stop(first)
    const second = await start()
    expect(await second.untilTraining(ready)).toMatchObject({ id: FORM_COMES_BACK, step: 1, apart: true })
    expect(await plates(second)).toEqual(['2917JKD'])
    await second.doStep(scenario)
    await second.doStep(scenario)
    expect(await second.training()).toMatchObject({ state: 'finished' })
  })

  test('killed after its step happened and before it was written down, the step has happened once', async () => {
    const first = await start()
    await first.value('training.start', { id: FORM_COMES_BACK })
    await first.untilTraining(ready)
    const directory = demoDirectory(dataDir)
    const kept = (await readSession(directory))!
    await stop(first)
    // As it was before the step was written down.
    await writeSession(directory, { ...kept, since: null, names: {} })
    const second = await start()
    await second.untilTraining(ready)
    expect((await readSession(directory))!.names).toEqual(kept.names)
    expect(await plates(second)).toEqual(['2917JKD'])
    const view = await second.value('changes.get', { kind: 'procedure', id: kept.names['clio']!.id })
    expect(view.body['incidents']).toHaveLength(1)
  })

  test('whose file cannot be read gives the demonstration back', async () => {
    const first = await start()
    await first.value('lookup.start', { vrm: '1234BCD' })
    await first.until('1234BCD', ({ pending }) => pending === null)
    await first.value('training.start', { id: FORM_COMES_BACK })
    await stop(first)
    await writeFile(join(demoDirectory(dataDir), SESSION_FILE), '{"half')
    const second = await start()
    expect(await second.training()).toBeNull()
    expect((await second.value('lookup.recent', { limit: 5 })).rows).toMatchObject([{ vrm: '1234BCD' }])
  })

  test('in it only what is written happens: the office does not go on by itself', async () => {
    const trainee = await start({ sampleOffice: true })
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.untilTraining(ready)
    expect(await trainee.value('simulator.pace', {})).toMatchObject({ paused: true })
    // It happens in the sample office, which was filled before.
    expect((await plates(trainee)).length).toBeGreaterThan(50)
    expect(await plates(trainee)).toContain('2917JKD')
  })

  test('the note of a procedure is what is written in it, and not any change of the file', async () => {
    const scenario = await scenarioOf('llega-un-embargo')
    const trainee = await start()
    await trainee.value('training.start', { id: scenario.id })
    await trainee.doStep(scenario)
    await trainee.doStep(scenario)
    const { step } = await trainee.untilTraining(ready)
    const { id } = (await readSession(demoDirectory(dataDir)))!.names['scenic']!
    await trainee.value('cases.mark', { selection: { ids: [id] }, marked: true })
    await systemClock.sleep(1_500)
    expect(await trainee.training()).toMatchObject({ step, expected: [{ met: false }] })
    await trainee.doStep(scenario)
  })

  test('beginning the demonstration anew ends it', async () => {
    const trainee = await start()
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.untilTraining(ready)
    await trainee.value('accounts.renew-demo', { sample: false })
    expect(await trainee.training()).toBeNull()
    expect(await plates(trainee)).toEqual([])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('demo'))).toEqual(['demo'])
  })
})

describe('the tour', () => {
  test('happens in the demonstration itself, is left for later and goes on where it was', async () => {
    const scenario = await scenarioOf(TOUR_ID)
    const first = await start()
    await first.value('training.start', { id: TOUR_ID })
    await first.doStep(scenario)
    await first.value('training.put-away', {})
    expect(await first.training()).toMatchObject({ putAway: true, step: 1, apart: false })
    await stop(first)
    const second = await start()
    expect(await second.training()).toMatchObject({ putAway: true, step: 1 })
    await second.value('training.start', { id: TOUR_ID })
    expect(await second.untilTraining(ready)).toMatchObject({ putAway: false, step: 1 })
    await second.value('training.end', {})
    expect(await second.training()).toBeNull()
    // What was looked up in it stays.
    expect((await second.value('lookup.recent', { limit: 5 })).rows).toMatchObject([{ vrm: '5210KVN' }])
  })

  test('begun during a scenario, that ends: the tour is of the demonstration', async () => {
    const trainee = await start()
    await trainee.value('lookup.start', { vrm: '1234BCD' })
    await trainee.until('1234BCD', ({ pending }) => pending === null)
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.untilTraining(ready)
    await trainee.value('training.start', { id: TOUR_ID })
    expect(await trainee.untilTraining(ready)).toMatchObject({ id: TOUR_ID, apart: false, step: 0 })
    expect(await plates(trainee)).toEqual([])
    expect((await trainee.value('lookup.recent', { limit: 5 })).rows).toMatchObject([{ vrm: '1234BCD' }])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('demo'))).toEqual(['demo'])
  })

  test('put away, it is not looked at: nothing is ticked until it is taken up again', async () => {
    const trainee = await start()
    await trainee.value('training.start', { id: TOUR_ID })
    await trainee.untilTraining(ready)
    await trainee.value('training.put-away', {})
    await trainee.value('lookup.start', { vrm: '1234BCD' })
    await trainee.until('1234BCD', ({ pending }) => pending === null)
    // Time enough to tick it and to go on to the next step.
    await systemClock.sleep(3_000)
    expect(await trainee.training()).toMatchObject({ step: 0, expected: [{ met: false }] })
    await trainee.value('training.start', { id: TOUR_ID })
    const now = await trainee.untilTraining(({ expected }) => expected[0]?.met === true)
    expect(now.step).toBe(0)
  })

  test('what is done counts also after the clock of this PC was put back', async () => {
    let aheadMs = 0
    const clock = { ...systemClock, now: () => Date.now() + aheadMs }
    const trainee = await start({ clock })
    await trainee.value('training.start', { id: TOUR_ID })
    await trainee.untilTraining(ready)
    aheadMs = -2 * 3_600_000
    // A look or two at what is expected.
    await clock.sleep(1_500)
    await trainee.value('lookup.start', { vrm: '1234BCD' })
    await trainee.untilTraining(({ step, expected }) => step > 0 || expected[0]?.met === true)
  })

  test('a step is skipped once however often it is said, from whichever window', async () => {
    const trainee = await start()
    await trainee.value('training.start', { id: TOUR_ID })
    await trainee.untilTraining(ready)
    await Promise.all([1, 2, 3].map(() => trainee.value('training.next', { step: 0, skip: true })))
    const now = await trainee.untilTraining(({ step }) => step > 0)
    expect(now.step).toBe(1)
    expect(now.steps.map(({ skipped }) => skipped)).toEqual([true, false, false, false, false, false])
  })

  test('to its end by skipping, and from the beginning again', async () => {
    const trainee = await start()
    await trainee.value('training.start', { id: TOUR_ID })
    const { steps } = await trainee.untilTraining(ready)
    for (const [step] of steps.entries()) await trainee.value('training.next', { step, skip: true })
    expect(await trainee.training()).toMatchObject({ state: 'finished' })
    await trainee.value('training.next', { step: steps.length, skip: true })
    expect(await trainee.training()).toMatchObject({ state: 'finished', step: steps.length })
    await trainee.value('training.start', { id: TOUR_ID })
    expect(await trainee.training()).toMatchObject({ step: 0 })
  })

  test('what cannot happen is said, and is tried again', async () => {
    const service = await startFaultService()
    // A service that knows of no scenarios.
    const trainee = await start({ host: hostPointingAt(() => service.url) })
    await trainee.value('training.start', { id: TOUR_ID })
    for (const step of [0, 1, 2]) await trainee.value('training.next', { step, skip: true })
    const stuck = await trainee.untilTraining(({ state }) => state === 'stuck')
    expect(stuck).toMatchObject({ step: 3, error: { code: expect.any(String) } })
    const asked = () => service.seen.filter(({ path }) => path.startsWith('/_dev/scenario')).length
    const before = asked()
    await trainee.value('training.retry', {})
    await waitUntil(asked, (times) => times > before)
    await trainee.value('training.next', { step: 3, skip: true })
    // What was wrong was of that step.
    const frames = trainee.frames.map(({ payload }) => payload as { name?: string; value?: Training | null })
    expect(
      frames.filter(({ name, value }) => name === 'training' && value?.step === 4)[0]?.value?.state,
    ).not.toBe('stuck')
    await service.close()
  })
})

describe('a real account', () => {
  const COMMANDS: readonly (readonly [CommandName, object])[] = [
    ['training.list', {}],
    ['training.start', { id: TOUR_ID }],
    ['training.start', { id: FORM_COMES_BACK }],
    ['training.put-away', {}],
    ['training.again', {}],
    ['training.end', {}],
    ['training.next', { step: 0, skip: true }],
    ['training.retry', {}],
    ['training.saw', { what: 'search' }],
    ['training.remove', { id: 'propio' }],
  ]

  test('has no training: its service is never asked, and its data are where they were', async () => {
    const trainee = await start({ loadKeytar: createMemoryKeytar().load })
    const service = await startFaultService()
    const { id } = await trainee.value('accounts.add', {
      environment: 'development',
      name: 'Gestoría Ribera',
      baseUrl: service.url,
      key: 'clave-de-la-oficina-0123456789',
    })
    // Also with one under way in the demonstration.
    await trainee.value('training.start', { id: FORM_COMES_BACK })
    await trainee.untilTraining(ready)
    await trainee.value('accounts.activate', { id })
    expect(await trainee.training()).toBeNull()
    for (const [name, args] of COMMANDS)
      expect([name, await trainee.call(name, args as never)]).toMatchObject([
        name,
        { ok: false, error: { code: 'no-simulator' } },
      ])
    expect(await trainee.read('training.sample', { type: 'national_id' })).toBe('no-simulator')
    expect(await trainee.read('training.file', { id: TOUR_ID })).toBe('no-simulator')
    expect(await trainee.receive('training.add', {}, Buffer.from('{}'))).toMatchObject({ ok: false })
    expect(service.seen.filter(({ path }) => path.startsWith('/_dev'))).toEqual([])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('demo')).toSorted()).toEqual([
      'demo',
      'demo.kept',
    ])
    await service.close()
  })
})

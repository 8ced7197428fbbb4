import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { scenarioSchema } from '#shared/scenario/scenario.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
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

async function start(): Promise<Trainee> {
  const trainee = await startTrainee(dataDir)
  running.push(trainee)
  return trainee
}
const ready = ({ state }: { state: string }) => state === 'ready'

const OWN = {
  id: 'caso-propio',
  title: 'Un caso nuestro',
  about: 'Lo que pasó en octubre.',
  minutes: 3,
  steps: [
    { title: 'Consulta', text: 'Consulta una.', expected: [{ text: 'Hecho', when: { did: 'lookup' } }] },
  ],
}
const add = (trainee: Trainee, content: unknown) =>
  trainee.receive(
    'training.add',
    {},
    Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  )

test('an office adds its own, does it, replaces it and removes it', async () => {
  const trainee = await start()
  expect(await add(trainee, OWN)).toMatchObject({ ok: true, value: { id: OWN.id, title: OWN.title } })
  await add(trainee, { ...OWN, title: 'El caso de octubre' })
  const own = (await trainee.value('training.list', {})).scenarios.filter((one) => one.own)
  expect(own).toMatchObject([{ id: OWN.id, title: 'El caso de octubre', steps: 1 }])
  await trainee.value('training.start', { id: OWN.id })
  expect(await trainee.untilTraining(ready)).toMatchObject({ title: 'El caso de octubre', apart: true })
  await trainee.value('training.remove', { id: OWN.id })
  // It goes on as it was when it began.
  expect(await trainee.training()).toMatchObject({ title: 'El caso de octubre' })
  expect((await trainee.value('training.list', {})).scenarios.some((one) => one.own)).toBe(false)
})

test.each([
  ['no JSON', '{', /JSON/],
  [
    'an unknown condition',
    { ...OWN, steps: [{ ...OWN.steps[0], expected: [{ text: 'x', when: { did: 'fly' } }] }] },
    /steps › 1 › expected › 1/,
  ],
  [
    'a step that nothing ends',
    { ...OWN, steps: [{ title: 'Nada', text: 'Nada.' }] },
    /steps › 1: el paso no espera nada/,
  ],
  [
    'a name that nothing has by then',
    { ...OWN, steps: [{ ...OWN.steps[0], happens: [{ do: 'solve', procedure: 'leon' }] }] },
    /steps › 1 › happens › 1 › procedure: nada se llama así/,
  ],
  ['the id of one of ours', { ...OWN, id: FORM_COMES_BACK }, /el-impreso-vuelve/],
  ['a name that leaves the folder', { ...OWN, id: '../fuera' }, /id: minúsculas/],
  ['a field that is missing', { ...OWN, about: undefined }, /about: Entrada inválida/],
])('%s is refused, and it is said where', async (_, content, where) => {
  const trainee = await start()
  const answer = (await add(trainee, content)) as { ok: boolean; error: { code: string; detail: string } }
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
  expect(answer.error.detail).toMatch(where)
  expect((await trainee.value('training.list', {})).scenarios.some((one) => one.own)).toBe(false)
})

test('put in the folder by hand under any name, it is removed all the same, and its id is its own alone', async () => {
  const trainee = await start()
  await add(trainee, OWN)
  const folder = join(dataDir, 'scenarios')
  await rename(join(folder, 'caso-propio.json'), join(folder, 'octubre.json'))
  await writeFile(join(folder, 'otra.json'), JSON.stringify(OWN))
  const { scenarios, unreadable } = await trainee.value('training.list', {})
  expect(scenarios.filter((one) => one.own)).toHaveLength(1)
  expect(unreadable).toMatchObject([{ file: 'otra.json', problem: expect.stringContaining(OWN.id) }])
  await rm(join(folder, 'otra.json'))
  // Added again, it takes the place of that file.
  await add(trainee, { ...OWN, title: 'Otro título' })
  expect(await readdir(folder)).toEqual(['octubre.json'])
  await trainee.value('training.remove', { id: OWN.id })
  expect(await readdir(folder)).toEqual([])
  // What is no scenario of that id keeps its name.
  await writeFile(join(folder, 'caso-propio.json'), '{"a medias')
  await add(trainee, OWN)
  expect(await readFile(join(folder, 'caso-propio.json'), 'utf8')).toBe('{"a medias')
  expect((await trainee.value('training.list', {})).scenarios.some((one) => one.own)).toBe(true)
})

test('a file of ours is an example: saved, renamed and added it is one of the office’s own', async () => {
  const trainee = await start()
  const file = JSON.parse(String(await trainee.read('training.file', { id: FORM_COMES_BACK })))
  expect(await add(trainee, { ...file, id: 'copia' })).toMatchObject({ ok: true })
})

test('what is put in the folder and is no scenario is listed with its problem, and the others are there', async () => {
  const trainee = await start()
  await add(trainee, OWN)
  await writeFile(join(dataDir, 'scenarios', 'roto.json'), '{"id": 3}')
  const { scenarios, unreadable } = await trainee.value('training.list', {})
  expect(unreadable).toMatchObject([{ file: 'roto.json', problem: expect.stringContaining('id') }])
  expect(scenarios.filter((one) => one.own)).toHaveLength(1)
  await rm(join(dataDir, 'scenarios'), { recursive: true })
  expect((await trainee.value('training.list', {})).scenarios.length).toBeGreaterThan(4)
})

test('a sample document is a PDF', async () => {
  const trainee = await start()
  const pdf = await trainee.read('training.sample', { type: 'national_id' })
  expect(String(pdf.slice(0, 5))).toBe('%PDF-')
})

test('the schema beside the scenarios is theirs', async () => {
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input' })
  const path = new URL('../../../electron/core/features/training/scenario.schema.json', import.meta.url)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)))
})

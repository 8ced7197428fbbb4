import { afterAll, afterEach, expect, test } from 'vitest'
import { createScenarioFiles } from '#electron/core/features/training/scenario-files.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startTrainee, type Trainee } from './trainee.ts'

const running: Trainee[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

const files = createScenarioFiles(await temporaryDirectory())
const IDS = [TOUR_ID, ...(await files.list()).scenarios.map(({ scenario }) => scenario.id)]

test.each(IDS)('%s is done to its end, each thing that it expects ticked as it is done', async (id) => {
  const trainee = await startTrainee(await temporaryDirectory())
  running.push(trainee)
  const scenario = (await files.find(id))!
  await trainee.value('training.start', { id })
  for (const [position] of scenario.steps.entries()) {
    const before = await trainee.untilTraining(({ state }) => state === 'ready')
    expect(before).toMatchObject({ step: position, title: scenario.title, apart: id !== TOUR_ID })
    // Nothing is ticked before it is done; what is the case may be so already.
    const done = scenario.steps[position]!.expected.map(
      ({ when }, index) => when.did !== 'is' && before.expected[index]?.met,
    )
    expect(done).not.toContain(true)
    await trainee.doStep(scenario)
  }
  expect(await trainee.training()).toMatchObject({ state: 'finished', step: scenario.steps.length })
})

import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { inputDocumentLabels } from '#shared/text/labels.ts'
import { trainingFileText } from '#shared/text/frame.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { splitChunks, readText } from '../../runtime/streams.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { ScenarioFiles } from './scenario-files.ts'
import type { TrainingPlayer } from './training.ts'

type Done = Promise<Result<Record<string, never>>>

export interface TrainingCommandDeps extends AccountQuestions {
  scenarios: ScenarioFiles
  workspace: () => Workspace
  /** Starts a scenario in a separate office, which temporarily replaces the demonstration. */
  startSeparateTraining: (scenario: Scenario) => Done
  /** Restores the demonstration. */
  endSeparateTraining: () => Done
}

const failElsewhere = () => fail(appError('no-simulator'))

export function createTrainingCommands(deps: TrainingCommandDeps): CommandsOf<'training'> {
  const { ask, scenarios, workspace, startSeparateTraining, endSeparateTraining } = deps
  const runPlayer = (run: (player: TrainingPlayer) => Done) =>
    ask(async ({ training }) => (training ? run(training) : failElsewhere()))
  const isDemo = () => workspace().training !== null
  const getSession = () => workspace().training?.getSession() ?? null

  return {
    async 'training.list'() {
      if (!isDemo()) return failElsewhere()
      const { scenarios: found, unreadable } = await scenarios.list()
      return ok({
        scenarios: found.map(({ scenario: { id, title, about, minutes, steps }, own }) => ({
          id,
          title,
          about,
          minutes,
          steps: steps.length,
          own,
        })),
        unreadable,
      })
    },
    async 'training.start'({ id }) {
      if (!isDemo()) return failElsewhere()
      const scenario = await scenarios.find(id)
      if (!scenario) return fail(appError('not-found'))
      if (id !== TOUR_ID) return startSeparateTraining(scenario)
      // The tour runs in the demonstration itself.
      const ended = getSession()?.apart ? await endSeparateTraining() : ok({})
      return ended.ok ? runPlayer((player) => player.start(scenario)) : ended
    },
    'training.put-away': () => runPlayer((player) => player.putAway()),
    async 'training.again'() {
      const now = getSession()
      return now?.apart ? startSeparateTraining(now.scenario) : runPlayer((player) => player.restart())
    },
    async 'training.end'() {
      return getSession()?.apart ? endSeparateTraining() : runPlayer((player) => player.end())
    },
    'training.next': ({ step, skip }) => runPlayer((player) => player.next(step, skip)),
    'training.retry': () => runPlayer((player) => player.retry()),
    'training.saw': (seen) => runPlayer((player) => player.recordPage(seen.what === 'page' ? seen.id : null)),
    'training.remove': async ({ id }) => (isDemo() ? scenarios.remove(id) : failElsewhere()),
  }
}

export function createTrainingTransfers(
  workspace: () => Workspace,
  scenarios: ScenarioFiles,
): TransfersOf<'training'> {
  return {
    async 'training.sample'({ type }, signal) {
      const { training } = workspace()
      if (!training) return failElsewhere()
      const pdf = await training.sample(type, signal)
      if (!pdf.ok) return pdf
      const filename = trainingFileText.sample(inputDocumentLabels[type])
      return ok({ filename, contentType: 'application/pdf', bytes: splitChunks(pdf.value) })
    },
    async 'training.file'({ id }) {
      if (!workspace().training) return failElsewhere()
      const scenario = await scenarios.find(id)
      if (!scenario) return fail(appError('not-found'))
      const text = `${JSON.stringify(scenario, null, 2)}\n`
      return ok({
        filename: `${id}.json`,
        contentType: 'application/json',
        bytes: splitChunks(new TextEncoder().encode(text)),
      })
    },
    async 'training.add'(_args, body) {
      if (!workspace().training) return failElsewhere()
      const text = await readText(body)
      if (text === null) return fail(appError('invalid-request', { detail: trainingFileText.noJson }))
      const added = await scenarios.add(text)
      return added.ok ? ok({ id: added.value.id, title: added.value.title }) : added
    },
  }
}

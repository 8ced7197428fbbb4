import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { inputDocumentLabels } from '#shared/text/labels.ts'
import { trainingFileText } from '#shared/text/frame.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { chunksOf, readText } from '../../runtime/streams.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { ScenarioFiles } from './scenario-files.ts'
import type { TrainingPlayer } from './training.ts'

type Done = Promise<Result<Record<string, never>>>

export interface TrainingCommandDeps extends AccountQuestions {
  scenarios: ScenarioFiles
  workspace: () => Workspace
  /** Starts a scenario in a separate office, which temporarily replaces the demonstration. */
  trainApart: (scenario: Scenario) => Done
  /** Restores the demonstration. */
  endApart: () => Done
}

const elsewhere = () => fail(appError('no-simulator'))

export function trainingCommands(deps: TrainingCommandDeps): CommandsOf<'training'> {
  const { ask, scenarios, workspace, trainApart, endApart } = deps
  const play = (run: (player: TrainingPlayer) => Done) =>
    ask(async ({ training }) => (training ? run(training) : elsewhere()))
  const isDemo = () => workspace().training !== null
  const present = () => workspace().training?.present() ?? null

  return {
    async 'training.list'() {
      if (!isDemo()) return elsewhere()
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
      if (!isDemo()) return elsewhere()
      const scenario = await scenarios.find(id)
      if (!scenario) return fail(appError('not-found'))
      if (id !== TOUR_ID) return trainApart(scenario)
      // The tour runs in the demonstration itself.
      const ended = present()?.apart ? await endApart() : ok({})
      return ended.ok ? play((player) => player.start(scenario)) : ended
    },
    'training.put-away': () => play((player) => player.putAway()),
    async 'training.again'() {
      const now = present()
      return now?.apart ? trainApart(now.scenario) : play((player) => player.again())
    },
    async 'training.end'() {
      return present()?.apart ? endApart() : play((player) => player.end())
    },
    'training.next': ({ step, skip }) => play((player) => player.next(step, skip)),
    'training.retry': () => play((player) => player.retry()),
    'training.saw': (seen) => play((player) => player.saw(seen.what === 'page' ? seen.id : null)),
    'training.remove': async ({ id }) => (isDemo() ? scenarios.remove(id) : elsewhere()),
  }
}

export function trainingTransfers(
  workspace: () => Workspace,
  scenarios: ScenarioFiles,
): TransfersOf<'training'> {
  return {
    async 'training.sample'({ type }, signal) {
      const { training } = workspace()
      if (!training) return elsewhere()
      const pdf = await training.sample(type, signal)
      if (!pdf.ok) return pdf
      const filename = trainingFileText.sample(inputDocumentLabels[type])
      return ok({ filename, contentType: 'application/pdf', bytes: chunksOf(pdf.value) })
    },
    async 'training.file'({ id }) {
      if (!workspace().training) return elsewhere()
      const scenario = await scenarios.find(id)
      if (!scenario) return fail(appError('not-found'))
      const text = `${JSON.stringify(scenario, null, 2)}\n`
      return ok({
        filename: `${id}.json`,
        contentType: 'application/json',
        bytes: chunksOf(new TextEncoder().encode(text)),
      })
    },
    async 'training.add'(_args, body) {
      if (!workspace().training) return elsewhere()
      const text = await readText(body)
      if (text === null) return fail(appError('invalid-request', { detail: trainingFileText.noJson }))
      const added = await scenarios.add(text)
      return added.ok ? ok({ id: added.value.id, title: added.value.title }) : added
    },
  }
}

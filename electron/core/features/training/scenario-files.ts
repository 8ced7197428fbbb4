import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { scenarioSchema, type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { trainingFileText as text } from '#shared/text/training-files.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import buyerDoesNotSign from './scenarios/el-comprador-no-firma.json' with { type: 'json' }
import formComesBack from './scenarios/el-impreso-vuelve.json' with { type: 'json' }
import endOfMonth from './scenarios/fin-de-mes.json' with { type: 'json' }
import seizureArrives from './scenarios/llega-un-embargo.json' with { type: 'json' }
import tour from './scenarios/paseo.json' with { type: 'json' }
import registryDown from './scenarios/trafico-caido.json' with { type: 'json' }

/** The scenarios of Ventanilla and those of the office, which are files of this PC. */
export interface ScenarioFiles {
  /** The tour is not among them. `unreadable`: files that are no scenario, and why. */
  list(): Promise<{
    scenarios: { scenario: Scenario; own: boolean }[]
    unreadable: { file: string; problem: string }[]
  }>
  find(id: string): Promise<Scenario | null>
  /** Adds one of the office's own, or replaces it. */
  add(content: string): Promise<Result<Scenario>>
  remove(id: string): Promise<Result<Record<string, never>>>
}

const FOLDER = 'scenarios'

const read = (value: unknown): Scenario => scenarioSchema.parse(value)

export function createScenarioFiles(dataDir: string): ScenarioFiles {
  const folder = join(dataDir, FOLDER)
  const tourScenario = read(tour)
  const ours = [buyerDoesNotSign, formComesBack, registryDown, endOfMonth, seizureArrives].map(read)
  const pathOf = (id: string) => join(folder, `${id}.json`)

  async function list() {
    const scenarios = ours.map((scenario) => ({ scenario, own: false }))
    const unreadable: { file: string; problem: string }[] = []
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted()
    for (const file of names) {
      const own = scenarioIn(await readFile(join(folder, file), 'utf8').catch(() => ''))
      if (!own.ok) unreadable.push({ file, problem: own.error.detail ?? '' })
      else if (isOurs(own.value.id)) unreadable.push({ file, problem: text.taken(own.value.id) })
      else scenarios.push({ scenario: own.value, own: true })
    }
    return { scenarios, unreadable }
  }

  const isOurs = (id: string) => id === TOUR_ID || ours.some((one) => one.id === id)

  return {
    list,
    async find(id) {
      if (id === TOUR_ID) return tourScenario
      return (await list()).scenarios.find(({ scenario }) => scenario.id === id)?.scenario ?? null
    },
    async add(content) {
      const own = scenarioIn(content)
      if (!own.ok) return own
      const { id } = own.value
      if (isOurs(id))
        return fail(
          appError('invalid-request', { detail: `id: «${id}» ya es de un escenario de Ventanilla` }),
        )
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(pathOf(id), content)
      return own
    },
    async remove(id) {
      const { scenarios } = await list()
      if (!scenarios.some(({ scenario, own }) => own && scenario.id === id))
        return fail(appError('not-found'))
      await rm(pathOf(id), { force: true })
      return ok({})
    },
  }
}

/** Most problems that are told of a file at once. */
const MAX_PROBLEMS = 3

const inSpanish = z.locales.es().localeError

/** Scenario in the text of a file, or what is wrong and where. */
export function scenarioIn(content: string): Result<Scenario> {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return fail(appError('invalid-request', { detail: text.noJson }))
  }
  const scenario = scenarioSchema.safeParse(value, { error: inSpanish })
  if (scenario.success) return ok(scenario.data)
  const problems = scenario.error.issues.slice(0, MAX_PROBLEMS).map(problemOf)
  return fail(appError('invalid-request', { detail: problems.join(' · ') }))
}

/** Steps are counted from one, as their author does. */
function problemOf({ path, message }: z.core.$ZodIssue): string {
  const where = path.map((part) => (typeof part === 'number' ? String(part + 1) : String(part)))
  const own: Readonly<Record<string, string>> = text.problems
  return text.where(where, own[message] ?? message)
}

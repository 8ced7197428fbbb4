import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { scenarioSchema, type Scenario } from '#shared/scenario/scenario.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { trainingFileText as text } from '#shared/text/frame.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import buyerDoesNotSign from './scenarios/el-comprador-no-firma.json' with { type: 'json' }
import formComesBack from './scenarios/el-impreso-vuelve.json' with { type: 'json' }
import endOfMonth from './scenarios/fin-de-mes.json' with { type: 'json' }
import seizureArrives from './scenarios/llega-un-embargo.json' with { type: 'json' }
import tour from './scenarios/paseo.json' with { type: 'json' }
import registryDown from './scenarios/trafico-caido.json' with { type: 'json' }

/** Scenarios of Ventanilla and scenarios of the office. The latter are files of this PC. */
export interface ScenarioFiles {
  /** Lists all scenarios except the tour. `unreadable`: files that contain no scenario, with the reason. */
  list(): Promise<{
    scenarios: { scenario: Scenario; own: boolean }[]
    unreadable: { file: string; problem: string }[]
  }>
  find(id: string): Promise<Scenario | null>
  /** Adds a scenario of the office, or replaces it. */
  add(content: string): Promise<Result<Scenario>>
  remove(id: string): Promise<Result<Record<string, never>>>
}

const FOLDER = 'scenarios'

const read = (value: unknown): Scenario => scenarioSchema.parse(value)

export function createScenarioFiles(dataDir: string): ScenarioFiles {
  const folder = join(dataDir, FOLDER)
  // Checked on first use, because the check takes longer than the rest of the wiring at a start.
  let checked: { ours: Scenario[]; tour: Scenario } | undefined
  const loadBuiltIn = () =>
    (checked ??= {
      ours: [buyerDoesNotSign, formComesBack, registryDown, endOfMonth, seizureArrives].map(read),
      tour: read(tour),
    })

  /** Scenarios of the office with their files. A file that the user copied there may have any name. */
  async function listOwn() {
    const own: { scenario: Scenario; file: string }[] = []
    const unreadable: { file: string; problem: string }[] = []
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted()
    for (const file of names) {
      const found = parseScenario(await readFile(join(folder, file), 'utf8').catch(() => ''))
      if (!found.ok) {
        unreadable.push({ file, problem: found.error.detail ?? '' })
        continue
      }
      const { id } = found.value
      const first = own.find(({ scenario }) => scenario.id === id)
      if (isBuiltIn(id)) unreadable.push({ file, problem: text.taken(id) })
      else if (first) unreadable.push({ file, problem: text.repeated(id, first.file) })
      else own.push({ scenario: found.value, file })
    }
    return { own, unreadable }
  }

  const isBuiltIn = (id: string) => id === TOUR_ID || loadBuiltIn().ours.some((one) => one.id === id)
  const findFile = async (id: string) =>
    (await listOwn()).own.find(({ scenario }) => scenario.id === id)?.file ?? null

  /** Unused name for a new file. A file that the user copied there may already have the scenario's name. */
  async function chooseFreeName(id: string): Promise<string> {
    const taken = new Set(await readdir(folder))
    let name = `${id}.json`
    for (let number = 2; taken.has(name); number++) name = `${id}-${number}.json`
    return name
  }

  async function list() {
    const { own, unreadable } = await listOwn()
    const scenarios = [
      ...loadBuiltIn().ours.map((scenario) => ({ scenario, own: false })),
      ...own.map(({ scenario }) => ({ scenario, own: true })),
    ]
    return { scenarios, unreadable }
  }

  return {
    list,
    async find(id) {
      if (id === TOUR_ID) return loadBuiltIn().tour
      return (await list()).scenarios.find(({ scenario }) => scenario.id === id)?.scenario ?? null
    },
    async add(content) {
      const own = parseScenario(content)
      if (!own.ok) return own
      const { id } = own.value
      if (isBuiltIn(id)) return fail(appError('invalid-request', { detail: text.taken(id) }))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(join(folder, (await findFile(id)) ?? (await chooseFreeName(id))), content)
      return own
    },
    async remove(id) {
      const file = await findFile(id)
      if (file === null) return fail(appError('not-found'))
      await rm(join(folder, file), { force: true })
      return ok({})
    },
  }
}

/** Maximum number of problems reported for a file. */
const MAX_PROBLEMS = 3

const inSpanish = z.locales.es().localeError

/** Parses a scenario. On failure, tells what is wrong and where. */
export function parseScenario(content: string): Result<Scenario> {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return fail(appError('invalid-request', { detail: text.noJson }))
  }
  const scenario = scenarioSchema.safeParse(value, { error: inSpanish })
  if (scenario.success) return ok(scenario.data)
  const problems = scenario.error.issues.slice(0, MAX_PROBLEMS).map(formatProblem)
  return fail(appError('invalid-request', { detail: problems.join(' · ') }))
}

/** Steps are counted from 1, as the author of a scenario counts them. */
function formatProblem({ path, message }: z.core.$ZodIssue): string {
  const where = path.map((part) => (typeof part === 'number' ? String(part + 1) : String(part)))
  const own: Readonly<Record<string, string>> = text.problems
  return text.where(where, own[message] ?? message)
}

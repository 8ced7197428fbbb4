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
  // Checked when they are first wanted: it takes longer than the rest of a start's wiring.
  let checked: { ours: Scenario[]; tour: Scenario } | undefined
  const builtIn = () =>
    (checked ??= {
      ours: [buyerDoesNotSign, formComesBack, registryDown, endOfMonth, seizureArrives].map(read),
      tour: read(tour),
    })

  /** Own scenarios with their file: one that the user put there may have a name that the application did not give. */
  async function listOwn() {
    const own: { scenario: Scenario; file: string }[] = []
    const unreadable: { file: string; problem: string }[] = []
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted()
    for (const file of names) {
      const found = scenarioIn(await readFile(join(folder, file), 'utf8').catch(() => ''))
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

  const isBuiltIn = (id: string) => id === TOUR_ID || builtIn().ours.some((one) => one.id === id)
  const fileOf = async (id: string) =>
    (await listOwn()).own.find(({ scenario }) => scenario.id === id)?.file ?? null

  /** Name for a new file: one put there by hand may have the scenario's own. */
  async function freeName(id: string): Promise<string> {
    const taken = new Set(await readdir(folder))
    let name = `${id}.json`
    for (let number = 2; taken.has(name); number++) name = `${id}-${number}.json`
    return name
  }

  async function list() {
    const { own, unreadable } = await listOwn()
    const scenarios = [
      ...builtIn().ours.map((scenario) => ({ scenario, own: false })),
      ...own.map(({ scenario }) => ({ scenario, own: true })),
    ]
    return { scenarios, unreadable }
  }

  return {
    list,
    async find(id) {
      if (id === TOUR_ID) return builtIn().tour
      return (await list()).scenarios.find(({ scenario }) => scenario.id === id)?.scenario ?? null
    },
    async add(content) {
      const own = scenarioIn(content)
      if (!own.ok) return own
      const { id } = own.value
      if (isBuiltIn(id)) return fail(appError('invalid-request', { detail: text.taken(id) }))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(join(folder, (await fileOf(id)) ?? (await freeName(id))), content)
      return own
    },
    async remove(id) {
      const file = await fileOf(id)
      if (file === null) return fail(appError('not-found'))
      await rm(join(folder, file), { force: true })
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

import {
  managedSettings,
  ONLY_MANDATORY,
  type ManagedKey,
  type ManagedLevel,
  type ManagedProblem,
  type ManagedSource,
  type ManagedValues,
} from '#shared/bridge/managed.ts'

/** What was read from one place. */
export interface ManagedReading {
  source: ManagedSource
  path: string
  mandatory: ManagedValues
  recommended: ManagedValues
  /** Mandatory settings that are named there with a value that cannot be taken. */
  unread: readonly ManagedKey[]
  /** Everything in it was found: a setting that it does not name is not set there. */
  isWhole: boolean
  problems: readonly ManagedProblem[]
}

type Place = Pick<ManagedProblem, 'line' | 'column'>

/** Takes settings one by one: what is wrong does not lose the rest. */
export function createReading(source: ManagedSource, path: string) {
  const values: Record<ManagedLevel, Record<string, unknown>> = { mandatory: {}, recommended: {} }
  const unread = new Set<ManagedKey>()
  const problems: ManagedProblem[] = []
  let isWhole = true

  function problem(why: ManagedProblem['why'], key?: string, place: Place = {}): void {
    problems.push({ source, path, why, ...(key !== undefined && { key: shortened(key) }), ...place })
  }

  return {
    /** Something of the source could not be read: it may have named any setting. */
    broken(why: ManagedProblem['why'], key?: string, place?: Place): void {
      isWhole = false
      problem(why, key, place)
    },
    problem,
    /** @param itemPlaces places of the items of a list, of which the wrong ones are left out */
    take(level: ManagedLevel, key: string, value: unknown, place?: Place, itemPlaces: Place[] = []): void {
      if (!isManagedKey(key)) return problem(isSecret(key) ? 'secret' : 'unknown-key', key, place)
      if (level === 'recommended' && ONLY_MANDATORY.has(key)) return problem('only-mandatory', key, place)
      if (Object.hasOwn(values[level], key) || (level === 'mandatory' && unread.has(key))) {
        // Which of the two was meant is not known.
        delete values[level][key]
        if (level === 'mandatory') unread.add(key)
        return problem('twice', key, place)
      }
      const right = rightItems(key, value, (index) =>
        problem('wrong-value', `${key}[${index}]`, itemPlaces[index] ?? place),
      )
      const { success, data } = managedSettings[key].safeParse(right)
      if (success) values[level][key] = data
      else {
        if (level === 'mandatory') unread.add(key)
        problem('wrong-value', key, place)
      }
    },
    done: (): ManagedReading => ({ source, path, ...values, unread: [...unread], isWhole, problems }),
  }
}

/** A list without its wrong items, unless there is no other; anything else as it is. */
function rightItems(key: ManagedKey, value: unknown, onWrong: (index: number) => void): unknown {
  const schema = managedSettings[key]
  if (!('element' in schema) || !Array.isArray(value)) return value
  const isRight = value.map((item) => schema.element.safeParse(item).success)
  if (!isRight.includes(true)) return value
  isRight.forEach((right, index) => right || onWrong(index))
  return value.filter((_, index) => isRight[index])
}

const isManagedKey = (key: string): key is ManagedKey => Object.hasOwn(managedSettings, key)

/** Keys of an API have no place here: whoever can read the file would have them. */
const isSecret = (key: string): boolean => /(api.?key|clave|secret|token|passw|pin$)/i.test(key)

const MAX_KEY = 80
const shortened = (key: string): string => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key)

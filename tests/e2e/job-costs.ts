import type { Cost, Device } from './counted-hand.ts'

export const JOB_NAMES = ['consult', 'transfer', 'advanced', 'mandate', 'phone'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** What a job cost, and costs. */
export interface JobCost {
  before: Cost
  /** Median of the same script as *before*, three times, within the hour of the first figures of *after*. */
  secondsBefore: number
  after: Cost
  /**
   * Letters and fields that say what is asked for, as a plate: no application can do without them, and they are part of
   * both counts.
   */
  asked: Pick<Cost, 'keys' | 'fields'>
}

const cost = (keys: number, clicks: number, fields: number, commands: number): Cost => ({
  keys,
  clicks,
  fields,
  commands,
})
const NOTHING = { keys: 0, fields: 0 }

/** Plates of a list, which were asked for one by one: the first of the five jobs, as many times. */
export const LISTED = 40
export const LIST_COST = cost(6, 0, 0, 6)

/**
 * The five jobs by each device. *Before* is the shortest way there was at cd75fc98, counted by the same hand over the
 * same office; jobs.ts is the way there is now.
 *
 * - consult: the plate, Enter, Alt+C. Nothing for the mouse looked up what was typed: its Enter is in the count.
 * - transfer: Alt+T; the base, the invoice, the date, the address and the client typed; Enter to the parties, who were
 *   left empty, and to the documents; six papers; Enter; Ctrl+Enter. Now the message of the dealer is pasted or dropped
 *   whole, as it came, and fills in the parties too; the address and the client are known.
 * - advanced: Ctrl+K, the plate, the arrow past the plate itself, Enter. With three letters of it, they were 6 keys.
 * - mandate: Tab to the button of its file, and to that of the party; the e-mail typed again; Ctrl+Enter twice.
 * - phone: Expedientes, its search, four letters of the dealer, and three rows without dealer or car: the wanted one is
 *   the second that is opened. Now four letters of the car.
 */
export const JOB_COSTS: Readonly<Record<JobName, Readonly<Record<Device, JobCost>>>> = {
  consult: {
    keyboard: {
      before: cost(9, 0, 1, 2),
      secondsBefore: 0.47,
      after: cost(8, 0, 1, 1),
      asked: { keys: 7, fields: 1 },
    },
    mouse: {
      before: cost(8, 1, 1, 2),
      secondsBefore: 0.41,
      after: cost(7, 1, 1, 1),
      asked: { keys: 7, fields: 1 },
    },
  },
  transfer: {
    keyboard: { before: cost(73, 0, 5, 10), secondsBefore: 3.93, after: cost(5, 0, 0, 5), asked: NOTHING },
    mouse: { before: cost(63, 10, 5, 10), secondsBefore: 4.06, after: cost(0, 5, 0, 5), asked: NOTHING },
  },
  advanced: {
    keyboard: {
      before: cost(10, 0, 1, 3),
      secondsBefore: 0.52,
      after: cost(4, 0, 1, 1),
      asked: { keys: 3, fields: 1 },
    },
    mouse: {
      before: cost(7, 2, 1, 2),
      secondsBefore: 0.59,
      after: cost(3, 1, 1, 1),
      asked: { keys: 3, fields: 1 },
    },
  },
  mandate: {
    keyboard: { before: cost(55, 0, 1, 28), secondsBefore: 1.7, after: cost(4, 0, 0, 4), asked: NOTHING },
    mouse: { before: cost(27, 4, 1, 4), secondsBefore: 1.12, after: cost(0, 2, 0, 2), asked: NOTHING },
  },
  phone: {
    keyboard: {
      before: cost(11, 0, 1, 7),
      secondsBefore: 0.55,
      after: cost(5, 0, 1, 1),
      asked: { keys: 4, fields: 1 },
    },
    mouse: {
      before: cost(4, 5, 1, 5),
      secondsBefore: 0.68,
      after: cost(4, 1, 1, 1),
      asked: { keys: 4, fields: 1 },
    },
  },
}

/** Parts of a cost that are more than half of what they were. */
export const overHalf = ({ before, after }: JobCost): (keyof Cost)[] =>
  (Object.keys(after) as (keyof Cost)[]).filter((part) => after[part] > before[part] / 2)

/**
 * Of those, the ones that cannot be halved: what says what is asked for, with at most one key; and one click, because
 * something has to be pressed.
 */
export const isFloor = ({ after, asked }: JobCost, part: keyof Cost): boolean =>
  (part === 'keys' && after.keys - asked.keys <= 1) ||
  (part === 'fields' && after.fields === asked.fields) ||
  (part === 'clicks' && after.clicks === 1)

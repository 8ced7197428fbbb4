import { secretProblems } from '../office/secret-problems.ts'
import type { OfficeRow, Reader, Store } from '../store/store.ts'
import { deviceProblems, eventProblems, officeProblems } from './compare.rules.ts'

/** What is read of data in use. */
export type LiveReader = Pick<Reader, 'offices' | 'devices' | 'events'>

/** A backup of one store, and a copy of it that is restored elsewhere. */
export interface RestoreParts {
  /** The data in use, which are only read. */
  live: { epoch: string; reader: LiveReader }
  /** Makes the backup as README.md says. */
  backUp(): Promise<{ bytes: number; how: string }>
  /** Restores it, and opens it with the relay's own code. */
  restore(): Promise<Store>
  /** Removes backup and copy. */
  remove(): Promise<void>
}

export interface Step {
  step: 'back up' | 'restore' | 'offices' | 'PCs' | 'events' | 'secrets' | 'epoch' | 'write'
  ms: number
  detail: string
  problems: string[]
}

export interface Rehearsal {
  ok: boolean
  steps: Step[]
}

/** Offices whose PCs and events are compared; of more, so many evenly chosen ones. */
const SAMPLE = 100
/** Events from the beginning of each list, and as many from its end. */
const EVENTS = 20

/**
 * Backs up, restores and opens the copy, compares it with the live data, and removes it. The copy is opened as a store
 * alone: a whole relay would raise alarms and send mail for it.
 */
export async function rehearseRestore(parts: RestoreParts): Promise<Rehearsal> {
  const { live } = parts
  const steps: Step[] = []
  async function step(name: Step['step'], run: () => Promise<Pick<Step, 'detail' | 'problems'>>) {
    const began = performance.now()
    const { detail, problems } = await run()
    steps.push({ step: name, ms: Math.round(performance.now() - began), detail, problems })
  }

  try {
    const before = await live.reader.offices()
    const sample = sampleOf(before)
    const devicesBefore = await devicesOf(live.reader, sample)
    await step('back up', async () => {
      const { bytes, how } = await parts.backUp()
      return { detail: `${megabytes(bytes)} by ${how}`, problems: [] }
    })
    const opened: Store[] = []
    await step('restore', async () => {
      opened.push(await parts.restore())
      return { detail: 'opened by this version of the relay', problems: [] }
    })
    const [copy] = opened
    if (copy === undefined) throw new Error('the copy was not opened')
    try {
      await step('offices', async () => {
        const restored = await copy.reader.offices()
        const problems = officeProblems(before, restored, await live.reader.offices())
        return { detail: `${restored.length} of ${before.length}`, problems }
      })
      await step('PCs', async () => {
        const restored = await devicesOf(copy.reader, sample)
        const after = await devicesOf(live.reader, sample)
        const problems = sample.flatMap(({ id }) =>
          deviceProblems(id, devicesBefore.get(id) ?? [], restored.get(id) ?? [], after.get(id) ?? []),
        )
        const count = [...restored.values()].flat().length
        return { detail: `${count} PCs of ${sample.length} offices`, problems }
      })
      await step('events', () => compareEvents(live.reader, copy.reader, sample))
      await step('secrets', async () => {
        const { offices, problems } = await secretProblems(copy.reader, copy.secrets)
        return { detail: `of ${offices} offices`, problems }
      })
      await step('epoch', async () => ({
        detail: `${copy.epoch}, in the place of ${live.epoch}: PCs are told to look at their open files`,
        problems: copy.epoch === live.epoch ? ['the copy has the epoch of the live data'] : [],
      }))
      await step('write', async () => {
        await copy.writer.write('probe', undefined)
        return { detail: 'the copy takes a commit', problems: [] }
      })
    } finally {
      await copy.close()
    }
  } finally {
    await parts.remove()
  }
  return { ok: steps.every(({ problems }) => problems.length === 0), steps }
}

/** At most `SAMPLE` offices, evenly chosen, the last one among them. */
function sampleOf(offices: readonly OfficeRow[]): OfficeRow[] {
  const every = Math.max(1, Math.ceil(offices.length / SAMPLE))
  return offices.filter((_, index) => (offices.length - 1 - index) % every === 0)
}

async function devicesOf(reader: Pick<Reader, 'devices'>, offices: readonly OfficeRow[]) {
  const devices = new Map<number, { id: string }[]>()
  for (const { id } of offices) devices.set(id, await reader.devices(id))
  return devices
}

async function compareEvents(live: LiveReader, copy: Reader, sample: readonly OfficeRow[]) {
  const size = { limit: EVENTS, bytes: Number.MAX_SAFE_INTEGER }
  const problems: string[] = []
  let read = 0
  for (const { id } of sample) {
    const [place] = await copy.places([id])
    if (place === undefined) continue
    const { floor, head } = place
    const begins = new Set([floor, Math.max(floor, head - EVENTS + 1)])
    for (const from of begins) {
      const upTo = Math.min(head, from + EVENTS - 1)
      const restored = await copy.events(id, from - 1, upTo, size)
      problems.push(
        ...eventProblems(id, { from, upTo }, restored, await live.events(id, from - 1, upTo, size)),
      )
      read += restored.length
    }
  }
  return { detail: `${read} events of ${sample.length} offices, beside the live ones`, problems }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

import { type RecordChange, recordOutcomesWire, recordPageWire } from '#shared/api/relay-records.ts'
import { call } from './relay.ts'
import { pause } from './site.ts'

const RECORDS = ['a', 'b', 'c'].map((name) => name.padEnd(22, '_'))

/**
 * Writes records as the only PC that does, one after another, until `end`.
 * @param chooseUrl relay of the next write
 */
export function startRecordWriter(chooseUrl: () => string, token: string) {
  const seqs = new Map<string, number>()
  /** Bodies that each record may have: the last one that was answered, and those without an answer since. */
  const possible = new Map<string, ReadonlySet<string>>(RECORDS.map((id) => [id, new Set()]))
  const lost = new Set<string>()
  let answered = 0
  let isOver = false

  async function write(id: string, body: string): Promise<void> {
    const change = { id, after: seqs.get(id) ?? 0, body }
    const outcome = await send(change).catch(() => null)
    const before = possible.get(id) ?? new Set()
    if (outcome === null) {
      possible.set(id, new Set([...before, body]))
      await pause(5)
    } else if (outcome.outcome === 'stored') {
      answered += 1
      seqs.set(id, outcome.seq)
      possible.set(id, new Set([body]))
    } else if (outcome.outcome === 'changed') {
      // A write without an answer was stored.
      if (!before.has(outcome.record?.body ?? '')) lost.add(id)
      seqs.set(id, outcome.record?.seq ?? 0)
    }
  }

  async function send(change: RecordChange) {
    const answer = await call(`${chooseUrl()}/v1/records`, 'POST', token, { records: [change] })
    if (answer.status !== 200) return null
    return recordOutcomesWire.parse(await answer.json()).outcomes[0] ?? null
  }

  const working = (async () => {
    for (let count = 0; !isOver; count++) await write(RECORDS[count % RECORDS.length] ?? '', `body-${count}`)
  })()
  return {
    answered: () => answered,
    async end(): Promise<void> {
      isOver = true
      await working
    },
    /** Records that had, or have, none of the bodies that they may have. */
    async readLost(url: string): Promise<string[]> {
      const answer = await call(`${url}/v1/records`, 'GET', token)
      const { records } = recordPageWire.parse(await answer.json())
      const bodies = new Map(records.map(({ id, body }) => [id, body ?? '']))
      return RECORDS.filter((id) => lost.has(id) || !possible.get(id)?.has(bodies.get(id) ?? ''))
    },
  }
}

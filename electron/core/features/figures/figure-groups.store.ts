import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import type { FigureScope } from '#shared/bridge/figures.ts'
import type { CaseIndex } from '../cases/case-index.store.ts'

/** Which slots a scope counts: 1 for those that a list shows. */
export type SlotMask = Uint8Array & { narrowed: boolean }

/** Filter of *Expedientes* that shows the procedures of a scope. */
const filterOf = ({ client, label }: FigureScope): CaseFilter => ({
  ...(client !== undefined && { client }),
  ...(label !== undefined && { labels: [label] }),
})

/** Procedures of a scope, and the clients among them. */
export function createFigureGroups(db: Database.Database, index: CaseIndex) {
  const { records } = index
  // Of the index alone: whether they are in sight is looked at for those that are shown.
  const counts = db.prepare<[], { client: string }>(
    `SELECT client FROM desk_key WHERE client <> '' GROUP BY client ORDER BY count(*) DESC, client`,
  )
  const seqsOf = db.prepare<[string], number>('SELECT seq FROM desk_key WHERE client = ?').pluck()
  const nameOf = db
    .prepare<[string], string>(
      `SELECT d.client FROM desk_key k JOIN desk d ON d.seq = k.seq WHERE k.client = ? AND k.blocked = 0
       ORDER BY k.seq DESC LIMIT 1`,
    )
    .pluck()

  /** The clients with most procedures, each under the name written last. */
  function clients(most: number): { name: string; key: string }[] {
    const found: { name: string; key: string }[] = []
    for (const { client } of counts.iterate()) {
      const name = nameOf.get(client)
      if (name !== undefined) found.push({ name: name.trim(), key: client })
      if (found.length === most) break
    }
    return found
  }

  return {
    clients: (most: number) => clients(most).map(({ name }) => name),

    /** The slots of a scope, up to date. `narrowed`: to a client or a label, which only those in sight have. */
    maskOf(scope: FigureScope, now: number): SlotMask {
      const slots = index.matching(filterOf(scope), now)
      const mask = new Uint8Array(records.size)
      for (const slot of slots) mask[slot] = 1
      return Object.assign(mask, { narrowed: scope.client !== undefined || scope.label !== undefined })
    },

    /** Number of each slot's client among the ones with most procedures, from 1; 0 for any other. */
    byClient(most: number): { codes: Uint8Array; names: string[] } {
      const codes = new Uint8Array(records.size)
      const known = clients(most)
      for (const [at, { key }] of known.entries())
        for (const seq of seqsOf.all(key)) {
          const slot = records.slotOf(seq)
          if (slot >= 0) codes[slot] = at + 1
        }
      return { codes, names: known.map(({ name }) => name) }
    },
  }
}

export type FigureGroups = ReturnType<typeof createFigureGroups>

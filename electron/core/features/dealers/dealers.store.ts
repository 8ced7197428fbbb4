import type Database from 'better-sqlite3-multiple-ciphers'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import type { Dealer, DealerBoard, DealerRow, DealerView } from '#shared/bridge/dealers.ts'
import {
  addToTally,
  clientKey,
  type Counted,
  dealerKeyOf,
  DEALER_SECTIONS,
  type DealerSection,
  emptyTally,
  MAX_SECTION_ROWS,
  boardSection,
  type Tally,
} from '#shared/domain/dealer-board.ts'
import { monthOf, periodBounds } from '#shared/domain/calendar.ts'
import { dealerId, type DealerKey, labelDealerId } from '#shared/domain/dealer-id.ts'
import { itemFinder } from '#shared/domain/search-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import type { CaseIndex } from '../cases/case-index.store.ts'
import type { ClientDirectory } from '../clients/client-directory.store.ts'
import { createCaseFacts, createDealerDrafts, createDealerRows, isAssigned } from './dealer-rows.store.ts'

interface Ordered extends Tally {
  kind: string
  key: string
}

const compareByName = (a: Ordered, b: Ordered): number =>
  a.key === b.key ? compareText(a.kind, b.kind) : compareText(a.key, b.key)
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Amount by which dealers are compared. `oldest`: how long something has waited. */
const AMOUNTS: Readonly<Record<Exclude<Required<DealerView>['order'], 'name'>, (one: Ordered) => number>> = {
  open: ({ open }) => open,
  dealer: ({ dealer, signer }) => dealer + signer,
  oldest: ({ oldest }) => (oldest === null ? Number.NEGATIVE_INFINITY : -oldest),
  ended: ({ ended }) => ended,
}

/** Order of the list of dealers. Equal dealers are ordered by name, always ascending. */
function compareDealers(
  order: Required<DealerView>['order'],
  descending: boolean,
): (a: Ordered, b: Ordered) => number {
  if (order === 'name') return descending ? (a, b) => compareByName(b, a) : compareByName
  const amount = AMOUNTS[order]
  return (a, b) => {
    const [one, other] = [amount(a), amount(b)]
    if (one === other) return compareByName(a, b)
    return one < other === descending ? 1 : -1
  }
}

/** Row of a board: the `seq` of a procedure, or a whole draft. */
export type DealerRef = number | DealerRow

/** Board without the fields that the core adds. */
export type StoredBoard = Omit<DealerBoard, 'templates'>

/** Counts of a dealer's rows, and its latest procedures or the name in a draft. */
interface Counts extends Tally, DealerKey {
  id: string
  latest: number | string
}

interface Parties {
  client: string
  seller_name: string
  seller_tax_id: string
  buyer_name: string
  buyer_tax_id: string
}

type Table = ReturnType<CaseIndex['table']>

/** Number of latest procedures that give a dealer's name and identifier. */
const MAX_READ = 300
/** Procedures per step of reading ahead. A call of the user waits for a step: a few milliseconds. */
const STEP = 48

/** Queries of the boards of dealers. Runs in the worker, and writes nothing. */
export function createDealerQueries(
  db: Database.Database,
  index: CaseIndex,
  checklists: () => Checklists,
  directory: ClientDirectory,
) {
  const facts = createCaseFacts(db)
  const drafts = createDealerDrafts(db, checklists)
  const rowOf = createDealerRows(db, facts.sentOf)
  const parties = db.prepare<[number], Parties>(
    'SELECT client, seller_name, seller_tax_id, buyer_name, buyer_tax_id FROM case_annotations WHERE seq = ?',
  )
  const plateOf = db.prepare<[number], string>('SELECT vrm FROM case_record WHERE seq = ?').pluck()
  let kept: { of: string; counts: Map<string, Counts> } | null = null
  let ahead = 0

  function refresh(): Table {
    const table = index.table()
    facts.refresh()
    drafts.refresh()
    return table
  }

  /** Every dealer with something open, or ended this month. */
  function countAll(now: number): Map<string, Counts> {
    const table = refresh()
    const month = monthOf(now)
    const of = [table.version, facts.version, drafts.version, directory.version, month].join()
    if (kept?.of === of) return kept.counts
    const counts = new Map<string, Counts>()
    const [from] = periodBounds({ from: month, to: month })
    const { records, labels } = table
    const { columns } = records
    const addCount = (written: string, latest: number | string, counted: Counted) => {
      const id = directory.resolve(written)
      let known = counts.get(id)
      if (known === undefined) {
        const key = dealerKeyOf(id)
        if (key === null) return
        known = { ...emptyTally(), ...key, id, latest }
        counts.set(id, known)
      }
      if (typeof latest === 'number' && (typeof known.latest === 'string' || latest > known.latest))
        known.latest = latest
      addToTally(known, counted)
    }
    for (let slot = 0; slot < records.size; slot++) {
      if (columns.visible[slot] !== 1) continue
      const isOver = records.isEnded(columns.status[slot] ?? 0)
      if (isOver && !((columns.closedAt[slot] ?? 0) >= from)) continue
      const seq = columns.seq[slot] ?? 0
      const open = isOver ? null : facts.of(seq)
      addCount(open ? open.dealer : facts.dealerOfEnded(seq), seq, open ?? ENDED)
      for (const label of labels.of(seq)) addCount(labelDealerId(label), seq, open ?? ENDED)
    }
    for (const { client, name, row } of drafts.all())
      addCount(dealerId({ kind: 'client', key: client }), name, {
        ...row,
        unsigned: 0,
        missing: row.missing.length,
      })
    kept = { of, counts }
    return counts
  }

  function toDealer({ latest, key, ...counts }: Counts): Dealer {
    const { kind, id } = counts
    const written = typeof latest === 'string' ? latest : (parties.get(latest)?.client.trim() ?? '')
    const name = kind === 'label' ? key : directory.readGivenName(id) || written || key
    return { ...counts, id, name }
  }

  /** Visible procedures of a dealer, the latest first. */
  const listSeqs = (id: string, { records }: Table): number[] =>
    directory
      .listCases(id)
      .filter((seq) => records.isVisible(seq))
      .toSorted((a, b) => b - a)

  const getDealerName = (id: string, { kind, key }: DealerKey, seqs: readonly number[]) => {
    if (kind === 'label') return { spellings: [key], taxId: '' }
    const keys = listKeys(id)
    const read = seqs.slice(0, MAX_READ).flatMap((seq) => parties.get(seq) ?? [])
    const typed = [...drafts.all()].filter(({ client }) => keys.has(client)).map(({ name }) => name)
    const written = [directory.readGivenName(id), ...read.map(({ client }) => client.trim()), ...typed]
    const numbers = read.flatMap((row) => [
      keys.has(clientKey(row.seller_name)) ? cleanTaxId(row.seller_tax_id) : '',
      keys.has(clientKey(row.buyer_name)) ? cleanTaxId(row.buyer_tax_id) : '',
    ])
    return {
      spellings: [...new Set(written.filter((name) => name !== ''))],
      taxId: numbers.find((number) => number !== '') ?? '',
    }
  }

  /** Keys of a client and of those that were merged with it. */
  const listKeys = (id: string): ReadonlySet<string> =>
    new Set(directory.members(id).map((one) => dealerKeyOf(one)?.key ?? ''))

  /** Rows of a board by section, in order. `null` if the dealer never had a procedure or draft. */
  function listMembers(asked: string, chosenMonth: string | null, now: number) {
    const id = directory.parseId(asked)
    const key = id === null ? null : dealerKeyOf(id)
    if (id === null || !key) return null
    const table = refresh()
    const { columns, types } = table.records
    const seqs = listSeqs(id, table)
    const keys = listKeys(id)
    const ofClient = [...drafts.all()].filter((draft) => key.kind === 'client' && keys.has(draft.client))
    if (seqs.length === 0 && ofClient.length === 0) return null
    const present = monthOf(now)
    const month = chosenMonth ?? present
    const [from, to] = periodBounds({ from: month, to: month })
    const isWithin = (at: number) => at >= from && at < to
    const tally = emptyTally()
    let plates = 0
    const members: { ref: DealerRef; section: DealerSection; since: number }[] = []
    const addMember = (ref: DealerRef, counted: Counted) => {
      addToTally(tally, counted)
      members.push({ ref, section: boardSection(counted.waits), since: counted.since })
    }
    for (const seq of seqs.toReversed()) {
      const slot = table.records.slotOf(seq)
      const isOver = table.records.isEnded(columns.status[slot] ?? 0)
      const closedAt = columns.closedAt[slot] ?? 0
      const open = isOver ? null : facts.of(seq)
      const counted = isOver ? { ...ENDED, since: closedAt } : open
      const belongs = isOver ? isWithin(closedAt) : open && (month === present || isWithin(open.begun))
      if (!belongs || !counted) continue
      addMember(seq, counted)
      const status = table.records.statuses.name(columns.status[slot] ?? 0)
      if (status !== 'CANCELLED' && isAssigned(types.name(columns.type[slot] ?? 0), plateOf.get(seq)))
        plates++
    }
    for (const { begun, row } of ofClient)
      if (month === present || isWithin(begun))
        addMember(row, { ...row, unsigned: 0, missing: row.missing.length })
    const sections = DEALER_SECTIONS.map((section) => ({
      section,
      refs: members
        .filter((one) => one.section === section)
        .toSorted((a, b) => (section === 'ended' ? b.since - a.since : a.since - b.since))
        .map(({ ref }) => ref),
    }))
    return { id, key, seqs, month, isPresent: month === present, tally, plates, sections }
  }

  const readRows = (refs: readonly DealerRef[]): DealerRow[] =>
    refs.flatMap((ref) => (typeof ref === 'number' ? (rowOf(ref) ?? []) : ref))

  return {
    /** Reads ahead the facts of some open procedures. @returns true if there are more */
    dealerReadAhead(now: number): boolean {
      // The arrays are loaded first, in steps too.
      if (index.readAhead()) return true
      const table = refresh()
      const { records } = table
      const { columns } = records
      const [from] = periodBounds({ from: monthOf(now), to: monthOf(now) })
      for (let read = 0; ahead < records.size && read < STEP; ahead++) {
        if (columns.visible[ahead] !== 1) continue
        const seq = columns.seq[ahead] ?? 0
        if (!records.isEnded(columns.status[ahead] ?? 0)) facts.of(seq)
        else if ((columns.closedAt[ahead] ?? 0) >= from) facts.dealerOfEnded(seq)
        else continue
        read++
      }
      return ahead < records.size
    },

    dealerList(
      { text, order, descending }: Required<DealerView>,
      offset: number,
      limit: number,
      now: number,
    ): { rows: Dealer[]; total: number } {
      const isFound = itemFinder(text)
      const all = [...countAll(now).values()]
      const found = text.trim() === '' ? all : all.filter(({ key }) => isFound({ texts: [key] }))
      const sorted = found.toSorted(compareDealers(order, descending))
      return { rows: sorted.slice(offset, offset + limit).map(toDealer), total: found.length }
    },

    /** @param month `null` for the present one */
    dealerBoard(id: string, month: string | null, now: number): StoredBoard | null {
      const members = listMembers(id, month, now)
      if (!members) return null
      const { key, seqs, sections, ...rest } = members
      const { spellings, taxId } = getDealerName(members.id, key, seqs)
      return {
        kind: key.kind,
        name: spellings[0] ?? key.key,
        spellings,
        taxId,
        ...rest,
        sections: sections.map(({ section, refs }) => ({
          section,
          total: refs.length,
          rows: readRows(refs.slice(0, MAX_SECTION_ROWS)),
        })),
      }
    },

    /** All rows of a board, in order: a snapshot, which later changes do not affect. */
    dealerRefs: (id: string, month: string | null, now: number): DealerRef[] =>
      listMembers(id, month, now)?.sections.flatMap(({ refs }) => refs) ?? [],
    dealerRows: readRows,
  }
}

/** Facts of an ended procedure: only its end counts. */
const ENDED = { waits: 'nobody', since: 0, unsigned: 0, missing: 0 } as const

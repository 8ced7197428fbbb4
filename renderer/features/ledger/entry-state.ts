import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { LedgerEntry, LedgerOwner, TariffLine } from '#shared/bridge/ledger.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { type Balance, computeBalance, computeVat } from '#shared/domain/ledger.ts'
import { ledgerText as text } from '#shared/text/ledger.ts'
import { registerReset } from '../../app/account-change.ts'
import { announce } from '../../app/announcer.tsx'
import type { Client } from '../../replica/client.ts'
import { blankDraft, type EntryDraft, isBlank, typedAmount } from './entry-draft.ts'

type AddArgs = CommandArgs<'ledger.add'>

/** Entry that this window writes, until the ledger contains it. A retry sends the same arguments with the same id. */
export interface PendingEntry {
  args: AddArgs
  at: number
  state: 'sending' | 'failed' | 'saved'
  error: AppError | null
}

/** Entry of the ledger, or one that this window writes. */
export interface EntryRow extends LedgerEntry {
  pending?: PendingEntry
}

interface OwnerState {
  draft: EntryDraft | null
  pending: readonly PendingEntry[]
}

const NOTHING: OwnerState = { draft: null, pending: [] }
/** By owner, so that leaving the page loses neither typed text nor a failed entry. In memory only. */
const store = createStore<Readonly<Record<string, OwnerState>>>(() => ({}))
registerReset(() => store.setState({}, true))

const ownerKey = (owner: LedgerOwner): string => JSON.stringify(owner)

const change = (owner: LedgerOwner, to: (state: OwnerState) => Partial<OwnerState>) =>
  store.setState((all) => {
    const state = all[ownerKey(owner)] ?? NOTHING
    return { [ownerKey(owner)]: { ...state, ...to(state) } }
  })

const changePending = (owner: LedgerOwner, id: string, to: Partial<PendingEntry> | null) =>
  change(owner, ({ pending }) => ({
    pending: pending.flatMap((one) => (one.args.id !== id ? [one] : to === null ? [] : [{ ...one, ...to }])),
  }))

const useOwnerState = (owner: LedgerOwner): OwnerState =>
  useStore(store, (all) => all[ownerKey(owner)] ?? NOTHING)

export const useDraft = (owner: LedgerOwner): EntryDraft | null => useOwnerState(owner).draft
export const setDraft = (owner: LedgerOwner, draft: EntryDraft | null) => change(owner, () => ({ draft }))

/**
 * Fills in the new entry of a procedure with its ITP. Nothing is written until the user does.
 * @returns false if the user has typed another entry, which stays
 */
export function prepareItp(procedureId: string, cents: number): boolean {
  const owner = { procedureId }
  const typed = store.getState()[ownerKey(owner)]?.draft
  if (typed && !isBlank(typed)) return false
  const draft = blankDraft('disbursement')
  setDraft(owner, { ...draft, concept: 'itp', amount: typedAmount(cents), text: text.itp.text })
  return true
}

/** Name and amount of an entry: «Tasa de Tráfico, 55,70 €». */
export const entryWords = (entry: Pick<LedgerEntry, 'kind' | 'concept' | 'cents' | 'vatCents'>): string =>
  text.entries.named(text.entryName(entry), entry.cents + entry.vatCents)

/** Writes a new entry. It is on screen at once. */
export const writeEntry = (client: Client, owner: LedgerOwner, entry: Omit<AddArgs, 'id' | 'owner'>) => {
  const args = { ...entry, id: crypto.randomUUID(), owner }
  change(owner, ({ pending }) => ({
    pending: [...pending, { args, at: client.now(), state: 'sending', error: null }],
  }))
  void sendEntry(client, args)
}

export const retryEntry = (client: Client, { args }: PendingEntry) => {
  changePending(args.owner, args.id, { state: 'sending', error: null })
  void sendEntry(client, args)
}

export const discardEntry = ({ args }: PendingEntry) => changePending(args.owner, args.id, null)

async function sendEntry({ bridge }: Client, args: AddArgs): Promise<void> {
  const answer = await bridge.call('ledger.add', args)
  changePending(
    args.owner,
    args.id,
    answer.ok ? { state: 'saved' } : { state: 'failed', error: answer.error },
  )
  if (answer.ok) announce(text.entries.added(entryWords(answer.value)))
}

const asRow = (pending: PendingEntry): EntryRow => {
  const { id, kind, concept, cents, vatRate, day, text: words } = pending.args
  return {
    id,
    procedureId: 'procedureId' in pending.args.owner ? pending.args.owner.procedureId : null,
    vehicle: '',
    client: '',
    kind,
    concept,
    text: words,
    cents,
    vatRate,
    vatCents: computeVat(cents, vatRate),
    day,
    at: pending.at,
    person: '',
    corrects: null,
    isCorrected: false,
    alike: null,
    isAutomatic: false,
    pending,
  }
}

export interface LedgerRows {
  /** Lines of the tariff without those that are being written, or could not be. */
  proposals: readonly TariffLine[]
  /** In order of day, then of writing. */
  rows: readonly EntryRow[]
  /** Balance of what is written, and with what is being written. */
  written: Balance
  expected: Balance
}

/** Entries of the ledger with those that this window writes, each in its place. */
export function useLedgerRows(
  owner: LedgerOwner,
  entries: readonly LedgerEntry[],
  proposals: readonly TariffLine[],
): LedgerRows {
  const { pending } = useOwnerState(owner)
  const isThere = ({ args }: PendingEntry) => entries.some(({ id }) => id === args.id)
  const arrived = pending.filter(isThere)
  useEffect(() => arrived.forEach(discardEntry))
  const own = pending.filter((one) => !isThere(one)).map(asRow)
  // The sort is stable: entries of a day stay in the order of the core.
  const rows: EntryRow[] = [...entries, ...own].toSorted((a, b) => a.day.localeCompare(b.day))
  const isOwn = (line: TariffLine) =>
    own.some((row) => row.kind === line.kind && row.concept === line.concept && row.text === line.text)
  return {
    proposals: proposals.filter((line) => !isOwn(line)),
    rows,
    written: computeBalance(rows.filter((row) => !row.pending || row.pending.state === 'saved')),
    expected: computeBalance(rows.filter((row) => row.pending?.state !== 'failed')),
  }
}

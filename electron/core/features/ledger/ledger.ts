import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import type {
  ClientMonth,
  Ledger as LedgerView,
  LedgerEntry,
  LedgerOwner,
  Tariff,
} from '#shared/bridge/ledger.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { addDays, isoDay } from '#shared/domain/calendar.ts'
import { dealerKeyOf } from '#shared/domain/dealer-board.ts'
import { dealerId } from '#shared/domain/dealer-id.ts'
import { computeBalance, computeVat } from '#shared/domain/ledger.ts'
import {
  buildStatement,
  ledgerFileName,
  ledgerTable,
  type Statement,
  statementFileName,
  statementText,
} from '#shared/text/ledger-files.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Emitter } from '../../runtime/emitter.ts'
import type { Log } from '../../runtime/log.ts'
import { CSV_TYPE, csvBytes, XLSX_TYPE, xlsxBytes } from '../../runtime/spreadsheets.ts'
import { splitChunks } from '../../runtime/streams.ts'
import type { StoreCall } from '../../store/client.ts'
import type { ActiveProfile } from '../../accounts/profiles.ts'
import type { AccountQuestions, Workspace, WorkspaceEvents } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import type { StoredEntry, StoredOwner } from './ledger.store.ts'
import { renderStatementPdf } from './statement-pdf.ts'

type Answer<N extends keyof CommandsOf<'ledger'>> = Promise<Result<CommandResult<N>>>
type StatementArgs = CommandArgs<'ledger.statement'>

interface ClientFilter {
  month: string
  text: string
  show: 'all' | 'owes' | 'holds'
}

/** *Cobros*: what clients were asked for, what they paid, and what was paid and earned for them. */
export interface Ledger {
  read(owner: LedgerOwner): Answer<'ledger.read'>
  add(entry: CommandArgs<'ledger.add'>): Answer<'ledger.add'>
  correct(id: string, reason: string): Answer<'ledger.correct'>
  keepAlike(id: string): Answer<'ledger.keep-alike'>
  month(client: string, month: string): Answer<'ledger.month'>
  clients(filter: ClientFilter): Answer<'ledger.clients'>
  tariff(args: CommandArgs<'ledger.tariff'>): Answer<'ledger.tariff'>
  saveTariff(args: CommandArgs<'ledger.save-tariff'>): Answer<'ledger.save-tariff'>
  removeTariff(args: CommandArgs<'ledger.remove-tariff'>): Answer<'ledger.remove-tariff'>
  statement(args: StatementArgs): Answer<'ledger.statement'>
  pdf(args: StatementArgs): Promise<Result<OutboundFile>>
  export(month: string, client: string | null, format: 'csv' | 'xlsx'): Promise<Result<OutboundFile>>
}

export interface LedgerDeps {
  call: StoreCall
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
  audit: Pick<Audit, 'record'>
  active: Pick<ActiveProfile, 'assumptions' | 'profile'>
  /** True if this session stores anything. */
  persists: () => boolean
  hidesNames: () => boolean
  signal: AbortSignal
  emitter: Emitter<WorkspaceEvents>
}

/** Longest time into the future of an entry's day. */
const MAX_DAYS_AHEAD = 366
/** Most rows of the list of clients. */
const MAX_CLIENTS = 1_000
/** Delay that joins the changes of a sweep. */
const SOON_MS = 300

const invalid = (detail: string) => fail(appError('invalid-request', { detail }))

export function createLedger(deps: LedgerDeps): Ledger {
  const { call, clock, log, audit, active, persists, hidesNames, signal, emitter } = deps
  const [onChanged, onNoted] = [emitter.emit('ledger'), emitter.emit('noted')]
  let isDue = false

  /** A request, report or procedure that is stored leads to its entry, whatever was interrupted in between. */
  async function enterReports(): Promise<void> {
    const { completeReportCents, failedCompleteReportIsCharged } = active.assumptions
    const entered = await call(
      'enterPaidReports',
      completeReportCents,
      failedCompleteReportIsCharged,
      clock.now(),
    )
    if (entered.length === 0) return
    onNoted()
    onChanged(entered)
  }

  async function enterReportsSoon(): Promise<void> {
    try {
      await clock.sleep(SOON_MS, signal)
      isDue = false
      if (!signal.aborted && persists()) await enterReports()
    } catch (error) {
      isDue = false
      if (!signal.aborted) log.error('ledger: cannot enter the paid reports', error)
    }
  }

  const nameOf = (client: string): string => (hidesNames() ? '' : client)
  const toEntry = ({ type: _type, ...entry }: StoredEntry): LedgerEntry => ({
    ...entry,
    client: nameOf(entry.client),
  })

  async function readOwner(owner: LedgerOwner): Promise<Result<StoredOwner>> {
    await enterReports()
    const found = await call('ledgerOwner', owner)
    return found ? ok(found) : fail(appError('not-found'))
  }

  async function prepareStatement({ owner, what, month }: StatementArgs) {
    const found = await readOwner(owner)
    if (!found.ok) return found
    const { entries, vehicle, client, clientId } = found.value
    const isLabel = clientId !== null && dealerKeyOf(clientId)?.kind === 'label'
    const before = month === undefined ? [] : entries.filter(({ day }) => day < `${month}-01`)
    const source = {
      what,
      // The account has the name of the office.
      office: active.profile.name,
      // A label is an internal word of the office, so the text leaves it out.
      client: isLabel ? '' : client,
      vehicle,
      month: month ?? null,
      entries: month === undefined ? entries : entries.filter(({ day }) => day.startsWith(`${month}-`)),
      opening: computeBalance(before).balance,
      now: clock.now(),
      demo: active.profile.environment === 'demo',
    }
    return ok({ source, statement: buildStatement(source) satisfies Statement })
  }

  /** Enters paid complete reports a moment later: their request, report or procedure changed. */
  function reportsChanged(): void {
    if (isDue || signal.aborted) return
    isDue = true
    void enterReportsSoon()
  }
  for (const name of ['changed', 'resource', 'store'] as const) emitter.on(name, reportsChanged)
  // An entry belongs to the client that its procedure has now.
  emitter.on('cases', onChanged)

  return {
    async read(owner) {
      await enterReports()
      const found = await call('ledger', owner)
      if (!found) return fail(appError('not-found'))
      const { client, entries, ...rest } = found
      return ok({
        owner,
        ...rest,
        client: nameOf(client),
        entries: entries.map(toEntry),
        balance: computeBalance(entries),
      } satisfies LedgerView)
    },

    async add({ kind, concept, vatRate, day, ...rest }) {
      if (!persists()) return fail(appError('nothing-persists'))
      if ((kind === 'disbursement') !== (concept !== null)) return invalid('concept')
      if (kind !== 'fee' && vatRate !== 0) return invalid('vatRate')
      if (day > addDays(isoDay(clock.now()), MAX_DAYS_AHEAD)) return invalid('day')
      if ('client' in rest.owner && dealerKeyOf(rest.owner.client)?.kind !== 'client') return invalid('owner')
      const vatCents = computeVat(rest.cents, vatRate)
      const written = await call('addEntry', { ...rest, kind, concept, vatRate, vatCents, day }, clock.now())
      if (!written) return fail(appError('not-found'))
      return changed(written)
    },

    async correct(id, reason) {
      if (!persists()) return fail(appError('nothing-persists'))
      const written = await call('correctEntry', id, reason, clock.now())
      return written ? changed(written) : fail(appError('not-found'))
    },

    async keepAlike(id) {
      const procedureId = await call('keepAlike', id)
      if (procedureId === undefined) return fail(appError('not-found'))
      onChanged(procedureId === null ? [] : [procedureId])
      return ok({})
    },

    async month(owner, month) {
      const found = await readOwner({ client: owner })
      if (!found.ok) return found
      const { client, clientId, entries } = found.value
      const opening = computeBalance(entries.filter(({ day }) => day < `${month}-01`)).balance
      const inMonth = entries.filter(({ day }) => day.startsWith(month))
      const total = computeBalance(inMonth)
      return ok({
        client: nameOf(client),
        clientId: clientId ?? owner,
        month,
        opening,
        groups: groupByProcedure(inMonth, toEntry),
        total,
        closing: opening + total.balance,
      } satisfies ClientMonth)
    },

    async clients({ month, text, show }) {
      await enterReports()
      const all = await call('ledgerClients', month, text)
      const found = all.filter(
        ({ balance }) => show === 'all' || (show === 'owes' ? balance < 0 : balance > 0),
      )
      const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0)
      return ok({
        rows: found
          .slice(0, MAX_CLIENTS)
          .map((row) => ({ ...row, kind: 'client' as const, client: nameOf(row.client) })),
        total: found.length,
        owed: sum(all.map(({ balance }) => Math.min(0, balance))),
        held: sum(all.map(({ balance }) => Math.max(0, balance))),
      })
    },

    async tariff({ client, kind }) {
      const owner = toTariffOwner(client)
      if (owner === undefined) return invalid('client')
      return ok({ client, kind, ...(await call('tariff', owner, kind)) } satisfies Tariff)
    },

    async saveTariff({ client, kind, lines, version }) {
      if (!persists()) return fail(appError('nothing-persists'))
      const owner = toTariffOwner(client)
      if (owner === undefined) return invalid('client')
      if (lines.some((line) => (line.kind === 'disbursement') !== (line.concept !== null)))
        return invalid('concept')
      if (!(await call('saveTariff', owner, kind, lines, version, clock.now())))
        return fail(appError('draft-changed'))
      onNoted()
      onChanged([])
      return ok({ client, kind, ...(await call('tariff', owner, kind)) })
    },

    async removeTariff({ client, kind, version }) {
      if (!persists()) return fail(appError('nothing-persists'))
      const owner = toTariffOwner(client)
      if (owner === undefined || owner === null) return invalid('client')
      if (!(await call('removeTariff', owner, kind, version))) return fail(appError('draft-changed'))
      onNoted()
      onChanged([])
      return ok({ client, kind, ...(await call('tariff', owner, kind)) })
    },

    async statement(args) {
      const made = await prepareStatement(args)
      if (!made.ok) return made
      // The audit record is written before the text is given, like for every text for a client.
      await audit.record({ what: 'client.text', kind: `copy ${args.what}`, identifier: '', result: 'ok' })
      return ok({ text: statementText(made.value.statement) })
    },

    async pdf(args) {
      const made = await prepareStatement(args)
      if (!made.ok) return made
      const { source, statement } = made.value
      const bytes = await renderStatementPdf(statement, source.now)
      await audit.record({ what: 'export', kind: args.what, identifier: '', result: 'ok' })
      return ok({
        filename: statementFileName(source, 'pdf'),
        contentType: 'application/pdf',
        bytes: splitChunks(bytes),
      })
    },

    async export(month, client, format) {
      const found = client === null ? null : await readOwner({ client })
      if (found && !found.ok) return found
      if (!found) await enterReports()
      const entries = found
        ? found.value.entries.filter(({ day }) => day.startsWith(month))
        : await call('ledgerMonth', month)
      // The audit record is written before anything leaves. If it cannot be written, nothing leaves.
      await audit.record({ what: 'export', kind: 'ledger', identifier: '', result: 'ok' })
      const { sheet, header, cells, texts } = ledgerTable
      const pages = onePage(entries)
      return ok({
        filename: ledgerFileName(month, found?.value.client ?? '', format),
        contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
        bytes: format === 'csv' ? csvBytes(header, pages, texts) : xlsxBytes({ sheet, header, pages, cells }),
      })
    },
  }

  function changed(written: StoredEntry): Result<LedgerEntry> {
    onNoted()
    onChanged(written.procedureId === null ? [] : [written.procedureId])
    return ok(toEntry(written))
  }
}

/** Client of a tariff as it is stored; `undefined` for an id that is no client's. */
function toTariffOwner(client: string | null): string | null | undefined {
  if (client === null) return null
  const dealer = dealerKeyOf(client)
  return dealer?.kind === 'client' ? dealerId(dealer) : undefined
}

async function* onePage<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows
}

/** Entries by procedure, in the order of their first entries. */
function groupByProcedure(
  entries: readonly StoredEntry[],
  toEntry: (entry: StoredEntry) => LedgerEntry,
): ClientMonth['groups'] {
  const groups = Map.groupBy(entries, ({ procedureId }) => procedureId)
  return [...groups].map(([procedureId, rows]) => ({
    procedureId,
    vehicle: rows[0]?.vehicle ?? '',
    type: rows[0]?.type ?? '',
    entries: rows.map(toEntry),
    balance: computeBalance(rows),
  }))
}

export const createLedgerCommands = ({ ask }: AccountQuestions): CommandsOf<'ledger'> => ({
  'ledger.read': (owner) => ask(({ ledger }) => ledger.read(owner)),
  'ledger.add': (entry) => ask(({ ledger }) => ledger.add(entry)),
  'ledger.correct': ({ id, reason }) => ask(({ ledger }) => ledger.correct(id, reason)),
  'ledger.keep-alike': ({ id }) => ask(({ ledger }) => ledger.keepAlike(id)),
  'ledger.month': ({ client, month }) => ask(({ ledger }) => ledger.month(client, month)),
  'ledger.clients': (filter) => ask(({ ledger }) => ledger.clients(filter)),
  'ledger.tariff': (args) => ask(({ ledger }) => ledger.tariff(args)),
  'ledger.save-tariff': (args) => ask(({ ledger }) => ledger.saveTariff(args)),
  'ledger.remove-tariff': (args) => ask(({ ledger }) => ledger.removeTariff(args)),
  'ledger.statement': (args) => ask(({ ledger }) => ledger.statement(args)),
})

export function createLedgerTransfers(workspace: () => Workspace): TransfersOf<'ledger'> {
  return {
    'ledger.pdf': (args) => workspace().ledger.pdf(args),
    'ledger.export': ({ month, client, format }) => workspace().ledger.export(month, client ?? null, format),
  }
}

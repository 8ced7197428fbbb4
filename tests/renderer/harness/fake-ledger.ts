import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { LedgerEntry, LedgerOwner, Tariff, TariffLine } from '#shared/bridge/ledger.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { isoDay, startOfMonth } from '#shared/domain/calendar.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { computeBalance, computeVat, counterEntryId } from '#shared/domain/ledger.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { type DraftKind, kindOfType } from '#shared/domain/procedures/kinds.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Entry with the client that it belongs to. Its flags follow from the other entries. */
export interface FakeEntry extends Omit<LedgerEntry, 'isCorrected'> {
  clientId: string
  clientName: string
}

export interface FakeLedger {
  entries: FakeEntry[]
  /** By client (empty for the office) and kind, such as ` transfer`. */
  tariffs?: Record<string, Tariff>
}

/** Lines that the program proposes. */
const OFFICE_LINES: TariffLine[] = [
  {
    kind: 'disbursement',
    concept: 'dgt-fee',
    text: '',
    cents: 5_570,
    vatRate: 0,
    year: 2026,
    source: 'Ley 16/1979, tasa 1.5',
  },
  { kind: 'fee', concept: null, text: '', cents: 6_000, vatRate: 2_100, year: 2026, source: 'Oficina' },
]

const balanceOf = (entries: readonly FakeEntry[]) => computeBalance(entries)

/** Ledger of the office, in memory, by the rules of the core. `null` for other commands. */
export function answerLedger(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('ledger.')) return null
  const { scene } = bridge
  const ledger = (scene.ledger ??= { entries: [] })
  const { entries } = ledger
  const hidesNames = scene.slices.settings.hideNames
  const publish = (ids: string[]) => bridge.changed('ledger', ids)

  const shown = ({ clientId: _id, clientName, ...entry }: FakeEntry): LedgerEntry => ({
    ...entry,
    client: hidesNames ? '' : clientName,
    isCorrected: entries.some(({ corrects }) => corrects === entry.id),
  })
  const clientOf = (procedureId: string) => {
    const client = scene.annotations?.[procedureId]?.fields.client ?? ''
    return client === '' ? null : { id: clientDealerId(client), name: client }
  }
  const procedure = (id: string) => scene.resources?.find((one) => one.kind === 'procedure' && one.id === id)
  const vehicleOf = (id: string) => procedure(id)?.subject.vrm ?? procedure(id)?.subject.vin ?? ''
  const typeOf = (id: string) => String(procedure(id)?.body['type'] ?? 'VEHICLE_TRANSFER')
  const ofOwner = (owner: LedgerOwner) =>
    'client' in owner
      ? entries.filter(({ clientId }) => clientId === owner.client)
      : entries.filter(({ procedureId }) => procedureId === owner.procedureId)
  const clientOfOwner = (owner: LedgerOwner) =>
    'client' in owner
      ? { id: owner.client, name: partsOfDealerId(owner.client)?.name ?? '' }
      : clientOf(owner.procedureId)
  const tariffOf = (client: string | null, kind: DraftKind): Tariff => {
    const own = ledger.tariffs?.[`${client ?? ''} ${kind}`]
    if (own) return own
    if (client !== null) return { ...tariffOf(null, kind), client, version: 0, isOffice: true }
    return { client, kind, lines: OFFICE_LINES, version: 0, isOffice: false }
  }
  const add = (entry: FakeEntry): Result<unknown> => {
    if (!entries.some(({ id }) => id === entry.id)) {
      ledger.entries = [...entries, entry].toSorted((a, b) => a.day.localeCompare(b.day) || a.at - b.at)
      publish(entry.procedureId === null ? [] : [entry.procedureId])
    }
    return ok(shown(entries.find(({ id }) => id === entry.id) ?? entry))
  }

  switch (name) {
    case 'ledger.read': {
      const owner = args as LedgerOwner
      const found = ofOwner(owner)
      const own = clientOfOwner(owner)
      const kind = 'client' in owner ? null : kindOfType(typeOf(owner.procedureId))
      const lines = kind === null ? [] : tariffOf(own?.id ?? null, kind).lines
      const has = (line: TariffLine) =>
        found.some(
          (entry) =>
            entry.kind === line.kind &&
            entry.concept === line.concept &&
            entry.text === line.text &&
            entry.cents > 0 &&
            !entries.some(({ corrects }) => corrects === entry.id),
        )
      return ok({
        owner,
        client: hidesNames ? '' : (own?.name ?? ''),
        clientId: own?.id ?? null,
        vehicle: 'client' in owner ? '' : vehicleOf(owner.procedureId),
        entries: found.map(shown),
        balance: balanceOf(found),
        proposals: lines.filter((line) => !has(line)),
      })
    }
    case 'ledger.add': {
      const { owner, ...entry } = args as CommandArgs<'ledger.add'>
      const procedureId = 'client' in owner ? null : owner.procedureId
      const client = clientOfOwner(owner)
      return add({
        ...entry,
        procedureId,
        vehicle: procedureId === null ? '' : vehicleOf(procedureId),
        client: '',
        clientId: client?.id ?? '',
        clientName: client?.name ?? '',
        vatCents: computeVat(entry.cents, entry.vatRate),
        at: now,
        person: scene.slices.office.operator,
        corrects: null,
        alike: null,
        isAutomatic: false,
      })
    }
    case 'ledger.correct': {
      const { id, reason } = args as CommandArgs<'ledger.correct'>
      const corrected = entries.find((one) => one.id === id)
      if (!corrected) return fail(appError('not-found'))
      for (const one of entries) if (one.alike === id || one.id === id) one.alike = null
      return add({
        ...corrected,
        id: counterEntryId(id),
        text: reason,
        cents: -corrected.cents,
        vatCents: -corrected.vatCents,
        day: isoDay(now),
        at: now,
        person: scene.slices.office.operator,
        corrects: id,
        alike: null,
        isAutomatic: false,
      })
    }
    case 'ledger.keep-alike': {
      const { id } = args as CommandArgs<'ledger.keep-alike'>
      for (const one of entries) if (one.alike === id || one.id === id) one.alike = null
      publish([])
      return ok({})
    }
    case 'ledger.month': {
      const { client, month } = args as CommandArgs<'ledger.month'>
      const all = ofOwner({ client })
      const before = all.filter(({ day }) => day < month)
      const those = all.filter(({ day }) => day.startsWith(month))
      const ids = [...new Set(those.map(({ procedureId }) => procedureId))]
      const opening = balanceOf(before).balance
      return ok({
        client: hidesNames
          ? ''
          : (all[0]?.clientName ?? scene.clients?.[client]?.name ?? partsOfDealerId(client)?.name ?? ''),
        clientId: client,
        month,
        opening,
        groups: ids.map((procedureId) => {
          const some = those.filter((one) => one.procedureId === procedureId)
          return {
            procedureId,
            vehicle: some[0]?.vehicle ?? '',
            type: procedureId === null ? '' : typeOf(procedureId),
            entries: some.map(shown),
            balance: balanceOf(some),
          }
        }),
        total: balanceOf(those),
        closing: opening + balanceOf(those).balance,
      })
    }
    case 'ledger.clients': {
      const { month, text, show } = args as Required<CommandArgs<'ledger.clients'>>
      const until = isoDay(startOfMonth(month)).slice(0, 7)
      const ids = [
        ...new Set([...entries.map(({ clientId }) => clientId), ...Object.keys(scene.clients ?? {})]),
      ]
      const all = ids.map((id) => {
        const own = ofOwner({ client: id })
        const { balance } = balanceOf(own)
        const parts = partsOfDealerId(id)
        return {
          id,
          kind: parts?.kind ?? 'client',
          name: own[0]?.clientName ?? scene.clients?.[id]?.name ?? '',
          client: hidesNames ? '' : (own[0]?.clientName ?? scene.clients?.[id]?.name ?? ''),
          balance,
          owesSince: balance < 0 ? (own[0]?.day ?? null) : null,
          month: balanceOf(own.filter(({ day }) => day.startsWith(until))),
        }
      })
      const named = all.filter((row) => foldText(row.name).includes(foldText(text ?? '')))
      const found = named
        .filter(({ balance }) => show === 'all' || (show === 'owes' ? balance < 0 : balance > 0))
        .toSorted((a, b) => a.balance - b.balance)
      const sum = (of: (cents: number) => boolean) =>
        named.reduce((total, { balance }) => total + (of(balance) ? balance : 0), 0)
      return ok({
        rows: found.map(({ name: _name, ...row }) => row),
        total: found.length,
        owed: sum((cents) => cents < 0),
        held: sum((cents) => cents > 0),
      })
    }
    case 'ledger.tariff': {
      const { client, kind } = args as CommandArgs<'ledger.tariff'>
      return ok(tariffOf(client, kind))
    }
    case 'ledger.save-tariff': {
      const { client, kind, lines, version } = args as CommandArgs<'ledger.save-tariff'>
      if (tariffOf(client, kind).version !== version) return fail(appError('draft-changed'))
      const saved: Tariff = { client, kind, lines, version: version + 1, isOffice: false }
      ledger.tariffs = { ...ledger.tariffs, [`${client ?? ''} ${kind}`]: saved }
      publish([])
      return ok(saved)
    }
    case 'ledger.remove-tariff': {
      const { client, kind, version } = args as CommandArgs<'ledger.remove-tariff'>
      if (tariffOf(client, kind).version !== version) return fail(appError('draft-changed'))
      const { [`${client} ${kind}`]: _own, ...others } = ledger.tariffs ?? {}
      ledger.tariffs = others
      publish([])
      return ok(tariffOf(client, kind))
    }
    case 'ledger.statement': {
      const { owner, what, month } = args as CommandArgs<'ledger.statement'>
      const some = ofOwner(owner).filter(({ day }) => month === undefined || day.startsWith(month))
      const { requested, balance } = balanceOf(some)
      const title = what === 'provision' ? 'Provisión de fondos' : 'Liquidación'
      return ok({ text: `${title}: ${formatEuros(what === 'provision' ? requested : balance)}` })
    }
    default:
      return ok({})
  }
}

import { Euro, SearchX, Tag, UserRound, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { viewTitles } from '#shared/text/app.ts'
import { clientText } from '#shared/text/clients.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import type { TableColumn } from '../../design/data-table.tsx'
import { useSettled } from '../../design/hooks.ts'
import { Icon } from '../../design/icon.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { Calm } from '../../design/layout.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../../app/account-change.ts'
import { ListPage } from '../../app/list-page.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { MonthChooser } from '../../app/month-chooser.tsx'
import { openRoute } from '../../app/route.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { keepLedgerState, ledgerState, useLedgerState } from './ledger-state.ts'
import { TariffDialog } from './tariff-dialog.tsx'
import { useExport } from './use-export.tsx'
import './ledger.css'

const ClientDialog = later(async () => (await import('./client-dialog.tsx')).ClientDialog)
const LATER_PARTS = [ClientDialog]

const text = ledgerText.clients

type Answer = CommandResult<'ledger.clients'>
type ClientRow = Answer['rows'][number]

/** Months ahead that an entry may be dated. */
export const MONTHS_AHEAD = 12

const SHOWN = (['all', 'owes', 'holds'] as const).map((value) => ({ value, label: text.show[value] }))
const NO_ROWS: readonly ClientRow[] = []
const noMore = () => {}

/** Another search starts at the first row. */
const search = (change: Partial<ReturnType<typeof ledgerState>>) => keepLedgerState({ ...change, place: 0 })

const open = ({ id }: ClientRow, index: number) => {
  keepLedgerState({ place: index })
  openRoute({ view: 'ledger-client', id })
}

/** Page *Cobros*: every client, the largest debt first, with the sums of a month. */
export function ClientsPage() {
  const state = useLedgerState()
  const present = useAt(monthOf)
  const hidesNames = useHidesNames()
  const [isTariff, setIsTariff] = useState(false)
  const [isNew, setIsNew] = useState(false)
  useLoadSoon(LATER_PARTS)
  const month = state.month ?? present
  const typed = useSettled(state.text.trim())
  const { data, error } = useQuery('ledger.clients', { month, text: typed, show: state.show })
  // The previous rows stay on screen while another search or month loads.
  const answer = useLast(data)
  const isOld = data === undefined
  const file = useExport(isOld ? null : { month })
  const rows = error && isOld ? NO_ROWS : (answer?.rows ?? NO_ROWS)
  const isUnfiltered = typed === '' && state.show === 'all'
  return (
    <ListPage<ClientRow>
      title={viewTitles.ledger}
      section={viewTitles.procedures}
      actions={
        <>
          <Button size="low" tone="plain" onClick={() => setIsTariff(true)}>
            {text.tariffs}
          </Button>
          <Button size="low" tone="plain" icon={UserRoundPlus} onClick={() => setIsNew(true)}>
            {clientText.form.new}
          </Button>
          {file.menu}
        </>
      }
      above={<ClientsTop month={month} answer={answer} />}
      text={{ list: text.list, loading: text.loading, failed: text.failed }}
      search={{
        className: 'ledger-clients__tools',
        shortcut: 'ledger.search',
        words: { search: text.search, placeholder: text.placeholder },
        value: state.text,
        onType: (value) => search({ text: value }),
        clear: { shortcut: 'ledger.up', up: 'procedures' },
        beside: (
          <Segments
            label={text.filter}
            options={SHOWN}
            value={state.show}
            onChange={(show) => search({ show })}
          />
        ),
      }}
      hasNothing={isUnfiltered && answer !== undefined && rows.length === 0}
      progress={file.bar}
      empty={<NoClients isFirst={isUnfiltered} />}
      list={{
        rows,
        next: null,
        more: noMore,
        key: `${typed} ${state.show}`,
        loaded: answer !== undefined || error !== undefined,
        error: isOld ? (error ?? null) : null,
      }}
      table={{
        className: 'ledger-clients',
        resizes: 'ledger',
        columns: COLUMNS,
        rowKey: ({ id }) => id,
        renderCells: clientCells,
        startAt: ledgerState().place,
        onPlace: (index) => keepLedgerState({ place: index }),
        nameOf: ({ id, client }) => clientName(id, client, hidesNames),
        onOpen: open,
        foot: { count: text.count(rows.length, answer?.total ?? 0), keys: [['list.open', text.open]] },
      }}
    >
      {isNew && <ClientDialog client={null} onClose={() => setIsNew(false)} />}
      {isTariff && <TariffDialog client={null} name="" onClose={() => setIsTariff(false)} />}
    </ListPage>
  )
}

/** Links to the other pages, the month, and the sums of all clients. */
function ClientsTop({ month, answer }: { month: string; answer: Answer | undefined }) {
  return (
    <div className="ledger-clients__top" data-help-page="ledger:account">
      <ProcedurePlaces where="page" />
      <div className="ledger-clients__line">
        <MonthChooser
          month={month}
          ahead={MONTHS_AHEAD}
          shortcuts={{ month: 'ledger.month', present: 'ledger.present' }}
          onMonth={(to) => keepLedgerState({ month: to })}
        />
        <p className="ledger-clients__totals" role="status">
          {answer && text.totals(answer.owed, answer.held)}
        </p>
      </div>
    </div>
  )
}

function NoClients({ isFirst }: { isFirst: boolean }) {
  return isFirst ? (
    <Calm
      icon={Euro}
      title={text.firstTitle}
      actions={<Button onClick={() => openRoute({ view: 'procedures' })}>{text.toCases}</Button>}
    >
      <p>{text.firstBody}</p>
    </Calm>
  ) : (
    <Calm
      icon={SearchX}
      title={text.noneTitle}
      actions={<Button onClick={() => search({ text: '', show: 'all' })}>{text.clear}</Button>}
    >
      <p>{text.noneBody}</p>
    </Calm>
  )
}

const COLUMNS = Object.entries(text.columns).map(([id, title]): TableColumn => ({ id, title }))

/** Name of a client on screen. Labels are no names of people. */
export function clientName(id: string, client: string, hidesNames: boolean): string {
  const parts = partsOfDealerId(id)
  if (parts?.kind === 'label') return parts.name
  return hidesNames ? text.hidden : client || text.unnamed
}

const clientCells = (row: ClientRow) => <Cells row={row} />

function Cells({ row }: { row: ClientRow }) {
  const { kind, balance, owesSince, month } = row
  const name = clientName(row.id, row.client, useHidesNames())
  return (
    <>
      <span role="gridcell" className="ledger-clients__name">
        <Icon of={kind === 'label' ? Tag : UserRound} />
        <span className="visually-hidden">{text.kinds[kind]}</span>
        <span className="clip" title={name}>
          {name}
        </span>
      </span>
      <Amount cents={month.requested} />
      <Amount cents={month.received} />
      <Amount cents={month.disbursed} />
      <Amount cents={month.fees + month.vat} />
      <span role="gridcell" className="ledger-clients__balance figures">
        <b>{ledgerText.balance(balance)}</b>
      </span>
      <span role="gridcell" className="ledger-clients__amount figures second">
        {owesSince === null ? <None /> : ledgerText.day(owesSince)}
      </span>
    </>
  )
}

function Amount({ cents }: { cents: number }) {
  return (
    <span role="gridcell" className="ledger-clients__amount figures second">
      {cents === 0 ? <None /> : formatEuros(cents)}
    </span>
  )
}

const None = () => (
  <>
    <span className="muted" aria-hidden="true">
      {text.zero}
    </span>
    <span className="visually-hidden">0</span>
  </>
)

import { CalendarX, Printer } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { ClientMonth, LedgerEntry, TariffLine } from '#shared/bridge/ledger.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { partsOfDealerId } from '#shared/domain/dealer-id.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { computeBalance } from '#shared/domain/ledger.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { viewTitles } from '#shared/text/app.ts'
import { monthChooserText } from '#shared/text/frame.ts'
import { procedureName } from '#shared/text/labels.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { useLast } from '../../app/account-change.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { ListState, useHidesNames } from '../../app/lists.tsx'
import { MonthChooser } from '../../app/month-chooser.tsx'
import { Page, Section } from '../../app/page.tsx'
import { PrintSheet, UpCrumb } from '../../app/page-parts.tsx'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { ClientRail } from './client-rail.tsx'
import { clientName, MONTHS_AHEAD } from './clients-page.tsx'
import { EntryForm, type EntryFormHandle } from './entry-form.tsx'
import { type EntryRow, useLedgerRows } from './entry-state.ts'
import { EntryTable, entryTitle, signedAmount } from './entry-table.tsx'
import { keepLedgerState, useLedgerState } from './ledger-state.ts'
import { TariffDialog } from './tariff-dialog.tsx'
import { useExport } from './use-export.tsx'
import { useStatement } from './use-statement.tsx'
import './ledger.css'

const text = ledgerText.client
type Group = ClientMonth['groups'][number]

const toClients = () => openRoute({ view: 'ledger' })
const crumb = <UpCrumb name={text.back} title={viewTitles.ledger} onOpen={toClients} />

/** A client and month: what was brought forward, the entries by procedure, and what is left. */
export function ClientPage({ route: { id } }: { route: Extract<Route, { view: 'ledger-client' }> }) {
  const present = useAt(monthOf)
  const month = useLedgerState().month ?? present
  const { data, error } = useQuery('ledger.month', { client: id, month })
  // The previous month stays on screen while another one loads.
  const shown = useLast(data)
  if (!shown)
    return (
      <Page
        title={viewTitles['ledger-client']}
        section={viewTitles.procedures}
        up="ledger"
        lead={crumb}
        landing
      >
        <ListState
          loaded={error !== undefined}
          error={error}
          count={0}
          loading={text.loading}
          failed={text.failed}
          aside={null}
        />
      </Page>
    )
  return <Month shown={shown} asked={month} isOld={data === undefined} error={data ? undefined : error} />
}

interface MonthProps {
  shown: ClientMonth
  asked: string
  /** True while another month loads. */
  isOld: boolean
  /** Error of a month that could not be read. */
  error: AppError | undefined
}

const NO_ENTRIES: readonly LedgerEntry[] = []
const NO_PROPOSALS: readonly TariffLine[] = []
/** A client pays on account. Other entries usually belong to a procedure. */
const suggestPayment = () => 'payment' as const

function Month({ shown, asked, isOld, error }: MonthProps) {
  const client = useClient()
  const { clientId, closing, opening } = shown
  const name = clientName(clientId, shown.client, useHidesNames())
  const owner = { client: clientId }
  // Entries without a procedure belong to a client, never to a label.
  const isLabel = partsOfDealerId(clientId)?.kind === 'label'
  const hint = useKeyHint()
  const form = useRef<EntryFormHandle>(null)
  const [isTariff, setIsTariff] = useState(false)
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])

  const groups = error ? [] : shown.groups
  const bare = groups.find(({ procedureId }) => procedureId === null)
  const own = useLedgerRows(owner, bare?.entries ?? NO_ENTRIES, [])
  const isOfMonth = ({ day, pending }: EntryRow) => !pending || day.startsWith(asked)
  const bareRows = own.rows.filter(isOfMonth)
  const isReady = !isOld && !error
  const isEmpty = groups.every(({ entries }) => entries.length === 0) && bareRows.length === 0

  const file = useExport(isReady && !isEmpty ? { month: asked, client: clientId } : null)
  const print = () => setPrinting(client.now())
  useShortcuts({
    'ledger.entry': !isLabel && (() => form.current?.focus()),
    'ledger.print': isReady && !isEmpty && print,
  })
  const statement = useStatement({
    owner,
    month: asked,
    isReady: isReady && !isEmpty,
  })
  const coming = computeBalance(own.rows.filter(({ pending }) => pending && pending.state !== 'failed'))
  // What the client owes of any month counts, not what was asked in this one.
  const expected = { ...computeBalance([]), balance: closing + coming.balance }
  return (
    <Page
      title={name}
      section={viewTitles.procedures}
      up="ledger"
      lead={crumb}
      landing
      actions={
        <>
          <Button
            size="low"
            tone="plain"
            icon={Printer}
            disabled={!isReady || isEmpty}
            {...hint('ledger.print')}
            onClick={print}
          >
            {ledgerText.give.print}
          </Button>
          {file.menu}
          {statement.menu}
        </>
      }
    >
      <div className={isLabel ? undefined : 'columns client'}>
        <div className="ledger-client" aria-busy={isOld} data-help-page="ledger:account">
          <div className="ledger-client__top">
            <MonthChooser
              month={asked}
              ahead={MONTHS_AHEAD}
              shortcuts={{ month: 'ledger.month', present: 'ledger.present' }}
              onMonth={(to) => keepLedgerState({ month: to })}
            />
            {isLabel && (
              <Button size="low" tone="plain" onClick={() => openRoute({ view: 'dealer', id: clientId })}>
                {text.board}
              </Button>
            )}
          </div>
          {file.bar}
          {statement.bar}
          {!error && <MonthSums shown={shown} />}
          {!isLabel && (
            <Section title={text.add}>
              <EntryForm
                ref={form}
                owner={owner}
                expected={expected}
                proposals={NO_PROPOSALS}
                suggest={suggestPayment}
              />
            </Section>
          )}
          <ListState
            loaded
            error={error}
            count={isEmpty ? 0 : 1}
            failed={text.failed}
            aside={null}
            empty={
              <Calm icon={CalendarX} title={text.emptyTitle(shown.month)}>
                <p>{text.emptyBody}</p>
              </Calm>
            }
          >
            {groups
              .filter(({ procedureId, entries }) => procedureId !== null && entries.length > 0)
              .map((group) => (
                <MonthGroup key={group.procedureId} group={group} rows={group.entries} />
              ))}
            {bareRows.length > 0 && <MonthGroup group={null} rows={bareRows} />}
          </ListState>
          <p className="small muted">{ledgerText.section.noInvoice}</p>
        </div>
        {!isLabel && (
          <aside
            className="client__rail"
            aria-label={text.record}
            data-region="rail"
            data-help="ledger:client"
            tabIndex={-1}
          >
            <ClientRail id={clientId} name={name} onTariff={() => setIsTariff(true)} />
          </aside>
        )}
      </div>
      {isTariff && <TariffDialog client={clientId} name={name} onClose={() => setIsTariff(false)} />}
      {printing !== null && (
        <MonthPrint
          shown={shown}
          name={name}
          at={printing}
          lines={[
            `${monthChooserText.title(shown.month)}. ${text.opening}: ${formatEuros(opening)}`,
            `${text.closing}: ${ledgerText.balance(closing)}`,
            ledgerText.section.noInvoice,
          ]}
          onDone={printed}
        />
      )}
    </Page>
  )
}

/** What was brought forward, the sums of the month, and what is left. */
function MonthSums({ shown: { opening, total, closing } }: { shown: ClientMonth }) {
  return (
    <dl className="facts ledger-client__sums">
      <dt>{text.opening}</dt>
      <dd>{ledgerText.balance(opening)}</dd>
      <dt>{text.sum}</dt>
      <dd>{ledgerText.sums(total) || formatEuros(0)}</dd>
      <dt>{text.closing}</dt>
      <dd>
        <b>{ledgerText.balance(closing)}</b>
      </dd>
    </dl>
  )
}

function groupTitle({ procedureId, vehicle, type }: Group): string {
  if (procedureId === null) return text.withoutCase
  const car = vehicle.length === 17 ? displayVin(vehicle) : vehicle && displayPlate(vehicle)
  return [car || text.unknownVehicle, procedureName(type)].filter(Boolean).join(' · ')
}

/** Entries of one procedure; `null` for those of none. */
function MonthGroup({ group, rows }: { group: Group | null; rows: readonly EntryRow[] }) {
  const title = group ? groupTitle(group) : text.withoutCase
  const { balance } = computeBalance(rows.filter(({ pending }) => !pending || pending.state === 'saved'))
  const id = group?.procedureId ?? null
  return (
    <Section
      title={title}
      aside={ledgerText.balance(balance)}
      actions={
        id !== null && (
          <Button
            size="low"
            tone="plain"
            aria-label={text.open(title)}
            onClick={() => openRoute({ view: 'procedure', id })}
          >
            {text.openShort}
          </Button>
        )
      }
    >
      <EntryTable rows={rows} label={title} />
    </Section>
  )
}

interface MonthPrintProps {
  shown: ClientMonth
  name: string
  at: number
  lines: readonly string[]
  onDone: () => void
}

/** The month of a client on paper, procedure by procedure. */
function MonthPrint({ shown, name, at, lines, onDone }: MonthPrintProps) {
  const { day, name: what, amount, person } = ledgerText.entries.columns
  return (
    <PrintSheet title={text.printTitle(name)} lines={[...lines, ledgerText.give.printed(at)]} onDone={onDone}>
      <table>
        <thead>
          <tr>
            {[day, what, amount, person].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {shown.groups.map((group) => (
          <tbody key={group.procedureId}>
            <tr>
              <th colSpan={4} scope="rowgroup">
                {groupTitle(group)}: {ledgerText.balance(group.balance.balance)}
              </th>
            </tr>
            {group.entries.map((entry) => (
              <tr key={entry.id}>
                <td>{ledgerText.day(entry.day)}</td>
                <td>
                  {[
                    entryTitle(entry),
                    entry.text !== entryTitle(entry) && entry.text,
                    entry.isCorrected && ledgerText.entries.corrected,
                  ]
                    .filter(Boolean)
                    .join('. ')}
                </td>
                <td>{signedAmount(entry)}</td>
                <td>{entry.person}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </PrintSheet>
  )
}

import { CalendarX, Store, Copy, Download, Printer, LayoutTemplate, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { viewTitles } from '#shared/text/app.ts'
import {
  dealersText,
  dealerText as text,
  sectionTitle,
  dealerRowWords as words,
} from '#shared/text/dealers.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { fullDate } from '#shared/text/dates.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { templatesText } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { ListFoot } from '../../design/list.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useFootKeys, useKeyHint, useLetters } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { openRoute } from '../../app/route.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { MenuButton } from '../../design/menu.tsx'
import { showCases, nameWords } from '../cases/feature.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { Icon } from '../../design/icon.tsx'
import { Keys } from '../../design/kbd.tsx'
import { useClientDialog } from '../client-messages/feature.ts'
import { useLast } from '../../app/account-change.ts'
import { UpCrumb, PrintSheet } from '../../app/page-parts.tsx'
import { ListState, useHidesNames } from '../../app/lists.tsx'
import { MonthChooser } from '../../app/month-chooser.tsx'
import { Page, Section } from '../../app/page.tsx'
import { SavingBar } from '../../app/task-notice.tsx'
import { copyText } from '../../app/copy-text.ts'
import { TemplateDialog } from '../templates/feature.ts'
import { startFromTemplate } from '../new-draft/feature.ts'
import { useDealersState, setBoardMonth, moveRow, useBoardRows } from './dealers-state.ts'
import { DealerRowLine, askedOf } from './dealer-row.tsx'
import './dealers.css'

type DealerRoute = Extract<Route, { view: 'dealer' }>

const toDealers = () => openRoute({ view: 'dealers' })
const crumb = <UpCrumb name={text.back} title={viewTitles.dealers} onOpen={toDealers} />

/** *Cuadro del compraventa*: all items of one client or label, grouped by the person they wait for. */
export function DealerPage({ route: { id } }: { route: DealerRoute }) {
  const month = useDealersState(({ board }) => (board?.id === id ? board.month : null))
  const { data, error } = useQuery('dealers.get', { id, ...(month !== null && { month }) })
  // The previous month stays on screen while another one loads.
  const board = useLast(data)
  if (error?.code === 'not-found') return <Gone />
  if (!board)
    return (
      <Page title={viewTitles.dealer} section={viewTitles.procedures} lead={crumb} landing>
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
  return <Board board={board} asked={month} isOld={data === undefined} error={data ? undefined : error} />
}

function Gone() {
  return (
    <Page title={viewTitles.dealer} section={viewTitles.procedures} up="dealers" lead={crumb} landing>
      <Calm icon={Store} title={text.gone} actions={<Button onClick={toDealers}>{text.back}</Button>}>
        <p>{text.goneBody}</p>
      </Calm>
    </Page>
  )
}

interface BoardProps {
  board: DealerBoard
  /** Requested month; `null` for the present one. */
  asked: string | null
  /** True while another month loads: its digest would differ from the board on screen. */
  isOld: boolean
  /** Error of a month that could not be read. */
  error: AppError | undefined
}

function Board({ board, asked, isOld, error }: BoardProps) {
  const client = useClient()
  const hidesNames = useHidesNames() && board.kind === 'client'
  const footKeys = useFootKeys()
  const { id, month, isPresent, sections } = board
  const view = { id, ...(!isPresent && { month }) }
  const csv = useSaveFile('dealers.csv', text.saved, 'goes-on')
  const xlsx = useSaveFile('dealers.xlsx', text.saved, 'goes-on')
  const save = (format: Exported) => !isOld && (format === 'csv' ? csv : xlsx).save(view)
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])
  const message = useClientDialog({ kind: 'procedure', id: '' })
  const rows = error ? [] : sections.flatMap((section) => section.rows)
  const landing = useBoardRows(board, rows)
  const isEmpty = rows.length === 0
  const copy = () => void (!isOld && copyDigest(client, view))
  const print = () => setPrinting(client.now())
  useShortcuts({
    'dealer.copy': !isEmpty && copy,
    'dealer.export': !isEmpty && (() => save('xlsx')),
    'dealer.print': !isEmpty && print,
    'dealer.move': ({ key }) => moveRow(key === 'ArrowUp' || key === 'k' ? -1 : 1),
  })
  const name = nameWords(board.name, '', { hidesNames, withTails: false })
  const shown = sections.filter(({ total }) => total > 0)
  return (
    <Page
      title={hidesNames ? dealersText.hidden : name}
      section={viewTitles.procedures}
      up="dealers"
      lead={crumb}
      landing={landing}
      actions={
        <DealerActions
          isEmpty={isEmpty}
          saving={csv.saving !== null || xlsx.saving !== null}
          onCopy={copy}
          onSave={save}
          onPrint={print}
        />
      }
    >
      <div className="dealer" data-list-keys="own-moves" aria-busy={isOld}>
        <div className="dealer__top">
          {error ? (
            <DealerMonth id={id} month={asked ?? monthOf(client.now())} />
          ) : (
            <>
              <DealerMonth id={id} month={month} />
              <p className="small second">{text.scope(isPresent)}</p>
            </>
          )}
          <Button size="low" tone="plain" className="dealer__cases" onClick={() => showCasesOf(board)}>
            {text.seeCases}
          </Button>
          <Button size="low" tone="plain" onClick={() => openRoute({ view: 'ledger-client', id })}>
            {text.seeAccount}
          </Button>
        </div>
        <SavingBar file={csv.saving ? csv : xlsx} label={text.saving} cancel={text.cancelSaving} />
        {!error && <p className="dealer__totals">{text.totals(board)}</p>}
        {board.spellings.length > 1 && !hidesNames && (
          <p className="small second">{text.spellings(board.spellings)}</p>
        )}
        <ListState
          loaded
          error={error}
          count={rows.length}
          failed={text.failed}
          aside={null}
          empty={
            <Calm icon={CalendarX} title={text.emptyTitle(isPresent, month)}>
              <p>{text.emptyBody}</p>
            </Calm>
          }
        >
          {shown.map(({ section, total, rows: some }) => (
            <Section key={section} title={sectionTitle(section, month, isPresent)} aside={total}>
              <ul className="rows rows--ruled" data-section={section}>
                {some.map((row) => (
                  <DealerRowLine
                    key={`${row.kind} ${row.id}`}
                    board={id}
                    row={row}
                    onRemind={(about) => message.open(undefined, about)}
                  />
                ))}
              </ul>
              {total > some.length && <p className="small second dealer__more">{text.more(total)}</p>}
            </Section>
          ))}
        </ListState>
        {board.kind === 'client' && <DealerTemplates board={board} hidesNames={hidesNames} />}
        {!isEmpty && (
          <ListFoot
            isBare
            count=""
            keys={footKeys([
              ['list.open', text.openKey],
              ['dealer.remind', text.remindKey],
              ['dealer.sign', text.signKey],
            ])}
          />
        )}
      </div>
      {message.dialog}
      {printing !== null && <DealerPrint board={board} name={name} at={printing} onDone={printed} />}
    </Page>
  )
}

type Exported = 'csv' | 'xlsx'

/** Copies the digest for the dealer, once the core has recorded it. */
async function copyDigest({ bridge }: Client, view: CommandArgs<'dealers.digest'>): Promise<void> {
  const given = await bridge.call('dealers.digest', view)
  if (!given.ok) return sayFailed(given.error)
  if (await copyText(given.value.text, text.copied(given.value.rows))) return
  const noted = await bridge.call('dealers.not-copied', { id: view.id })
  if (!noted.ok) showToast(text.notRecorded, 'failed')
}

/** Opens all cases of the dealer in *Expedientes*, which has more actions. */
const showCasesOf = ({ kind, name }: Pick<DealerBoard, 'kind' | 'name'>): void =>
  showCases(kind === 'label' ? { labels: [name] } : { client: name })

interface DealerActionsProps {
  isEmpty: boolean
  saving: boolean
  onCopy: () => void
  onSave: (format: Exported) => void
  onPrint: () => void
}

function DealerActions({ isEmpty, saving, onCopy, onSave, onPrint }: DealerActionsProps) {
  const hint = useKeyHint()
  return (
    <>
      <Button
        size="low"
        tone="plain"
        icon={Printer}
        disabled={isEmpty}
        {...hint('dealer.print')}
        onClick={onPrint}
      >
        {text.print}
      </Button>
      <MenuButton
        icon={Download}
        disabled={isEmpty || saving}
        {...hint('dealer.export')}
        label={text.export}
        items={[
          { id: 'xlsx', label: text.xlsx, shortcut: 'dealer.export', run: () => onSave('xlsx') },
          { id: 'csv', label: text.csv, run: () => onSave('csv') },
        ]}
      >
        {text.export}
      </MenuButton>
      <Button
        size="low"
        tone="primary"
        icon={Copy}
        disabled={isEmpty}
        {...hint('dealer.copy')}
        onClick={onCopy}
      >
        {text.copy}
      </Button>
    </>
  )
}

/** Month of a board. */
const DealerMonth = ({ id, month }: { id: string; month: string }) => (
  <MonthChooser
    month={month}
    shortcuts={{ month: 'dealer.month', present: 'dealer.present' }}
    onMonth={(to) => setBoardMonth(id, to)}
  />
)

interface DealerPrintProps {
  board: DealerBoard
  /** Name as shown on screen. */
  name: string
  /** Time of printing. */
  at: number
  onDone: () => void
}

/** A board on paper, part by part. */
function DealerPrint({ board, name, at, onDone }: DealerPrintProps) {
  const { month, isPresent, sections } = board
  const cut = sections.filter(({ total, rows }) => total > rows.length)
  return (
    <PrintSheet
      title={text.printTitle(name)}
      lines={[
        `${text.monthTitle(month)}. ${text.scope(isPresent)}`,
        text.totals(board),
        text.printed(at),
        ...cut.map(({ total }) => text.more(total)),
      ]}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            {text.printColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {sections
          .filter(({ total }) => total > 0)
          .map(({ section, rows }) => (
            <tbody key={section}>
              <tr>
                <th colSpan={text.printColumns.length} scope="rowgroup">
                  {sectionTitle(section, month, isPresent)}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={`${row.kind} ${row.id}`}>
                  <td className="print-sheet__plate">{words.name(row)}</td>
                  <td>{row.vehicle}</td>
                  <td>{words.type(row)}</td>
                  <td>{row.assigned ? words.assigned : words.state(row)}</td>
                  <td className="print-sheet__waiting">{fullDate(row.since)}</td>
                  <td>{askedOf(row).join('. ')}</td>
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </PrintSheet>
  )
}

/** Maximum number of templates that have a key. */
const MAX_KEYS = 9

/** Templates of a dealer. A digit key starts a procedure from each of the first ones. */
function DealerTemplates({ board, hidesNames }: { board: DealerBoard; hidesNames: boolean }) {
  const client = useClient()
  const letters = useLetters()
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const { templates } = board
  const start = (template: Template | undefined) =>
    template && template.kind !== null && void startFromTemplate(client, template)
  useShortcuts({
    'dealer.template': templates.length > 0 && (({ key }) => start(templates[Number(key) - 1])),
  })
  const shownName = ({ name }: Template) => (hidesNames ? templatesText.title : name)
  return (
    <Section
      title={text.templates}
      actions={
        <Button size="low" tone="plain" icon={Plus} onClick={() => setEditing('new')}>
          {text.newTemplate}
        </Button>
      }
    >
      {templates.length === 0 && <p className="small second">{text.templatesNone}</p>}
      <ul className="rows rows--ruled">
        {templates.map((template, index) => (
          <li key={template.id} className="dealer-template">
            <button
              type="button"
              className="row"
              aria-label={text.change(shownName(template))}
              onClick={() => setEditing(template)}
            >
              <Icon of={LayoutTemplate} />
              <span className="clip">{shownName(template)}</span>
              <span className="small second clip">{templatesText.kind(template.kind)}</span>
            </button>
            <Button
              size="low"
              disabled={template.kind === null}
              aria-label={text.startIt(shownName(template))}
              shortcut={letters && index < MAX_KEYS && <Keys keys={[String(index + 1)]} />}
              onClick={() => start(template)}
            >
              {text.start}
            </Button>
          </li>
        ))}
      </ul>
      {editing && (
        <TemplateDialog
          template={editing === 'new' ? null : editing}
          dealer={{ name: board.name, taxId: board.taxId }}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}

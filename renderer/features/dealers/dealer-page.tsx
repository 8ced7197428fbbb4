import { CalendarX, Store } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { monthOf } from '#shared/domain/months.ts'
import { viewTitles } from '#shared/text/app.ts'
import { dealersText, dealerText as text } from '#shared/text/app-dealers.ts'
import { sectionTitle } from '#shared/text/dealer-words.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { ListFoot } from '../../design/list-foot.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useFootKeys } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useDealersState } from './dealers-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { useClientDialog } from '../client-messages/use-client-dialog.tsx'
import { nameWords } from '../cases/row-words.ts'
import { useLast } from '../cases/use-last.ts'
import { UpCrumb } from '../frame/crumb.tsx'
import { ListState } from '../frame/list-state.tsx'
import { Page, Section } from '../frame/page.tsx'
import { SavingBar } from '../frame/saving-bar.tsx'
import { useHidesNames } from '../frame/use-hides-names.ts'
import { copyDigest, DealerActions, type Exported, showCases } from './dealer-actions.tsx'
import { DealerMonth } from './dealer-month.tsx'
import { DealerPrint } from './dealer-print.tsx'
import { DealerRowLine } from './dealer-row.tsx'
import { DealerTemplates } from './dealer-templates.tsx'
import { moveRow, useBoardRows } from './use-board-rows.ts'
import './dealer.css'

type DealerRoute = Extract<Route, { view: 'dealer' }>

const toDealers = () => openRoute({ view: 'dealers' })
const crumb = <UpCrumb name={text.back} title={viewTitles.dealers} onOpen={toDealers} />

/** Cuadro del compraventa: everything of one client or label, by whom it waits for. */
export function DealerPage({ route: { id } }: { route: DealerRoute }) {
  const month = useDealersState(({ board }) => (board?.id === id ? board.month : null))
  const { data, error } = useQuery('dealers.get', { id, ...(month !== null && { month }) })
  // While another month is read, the one before stays.
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
  useShortcuts({ 'dealer.up': toDealers })
  return (
    <Page title={viewTitles.dealer} section={viewTitles.procedures} lead={crumb} landing>
      <Calm icon={Store} title={text.gone} actions={<Button onClick={toDealers}>{text.back}</Button>}>
        <p>{text.goneBody}</p>
      </Calm>
    </Page>
  )
}

interface BoardProps {
  board: DealerBoard
  /** Month that is wanted; `null` for the present one. */
  asked: string | null
  /** Another month is being read: what would be given is not what is shown. */
  isOld: boolean
  /** That month could not be read. */
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
    'dealer.up': toDealers,
  })
  const name = nameWords(board.name, '', { hidesNames, withTails: false })
  const shown = sections.filter(({ total }) => total > 0)
  return (
    <Page
      title={hidesNames ? dealersText.hidden : name}
      section={viewTitles.procedures}
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
      <div className="dealer" aria-busy={isOld}>
        <div className="dealer__top">
          {error ? (
            <DealerMonth id={id} month={asked ?? monthOf(client.now())} isPresent={asked === null} />
          ) : (
            <>
              <DealerMonth id={id} month={month} isPresent={isPresent} />
              <p className="small second">{text.scope(isPresent)}</p>
            </>
          )}
          <Button size="low" tone="plain" className="dealer__cases" onClick={() => showCases(board)}>
            {text.seeCases}
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
            count=""
            keys={footKeys([
              ['dealer.move', text.moveKey],
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

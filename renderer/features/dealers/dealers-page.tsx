import { SearchX, Store, Tag, UserRound } from 'lucide-react'
import type { Dealer, DealerView } from '#shared/bridge/dealers.ts'
import { viewTitles } from '#shared/text/app.ts'
import { dealersText as text } from '#shared/text/dealers.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import type { TableColumn } from '../../design/data-table.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { dealersState, keepDealersState, useDealersState } from './dealers-state.ts'
import { openRoute } from '../../app/route.ts'
import { useSettled } from '../../design/hooks.ts'
import { ProcedurePlaces, nameWords } from '../cases/feature.ts'
import { ListSearch, ListState, ListTable, useHidesNames } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { waitingFor } from '#shared/text/cases.ts'
import { count } from '#shared/text/grammar.ts'
import { Icon } from '../../design/icon.tsx'
import { useAt } from '../../replica/use-replica.ts'
import type { Client } from '../../replica/client.ts'
import {
  createRangeQuery,
  type RangeQuery,
  type RangeStart,
  type RangeList,
  useRangeList,
} from '../../replica/range-query.ts'
import './dealers.css'

/** Rows of the list of dealers, as it is viewed. */
const useDealerList = (view: Required<DealerView>, startAt: number): RangeList<Dealer> =>
  useRangeList('dealers', JSON.stringify(view), queryOf, startAt)

const queryOf = ({ bridge }: Client, key: string, start: RangeStart<Dealer>): RangeQuery<Dealer> => {
  const view = JSON.parse(key) as Required<DealerView>
  return createRangeQuery(
    (offset, limit) => bridge.call('dealers.list', { ...view, offset, limit }),
    ['resource', 'draft'],
    start,
  )
}

type Order = Required<DealerView>['order']
const SORTED: Readonly<Partial<Record<keyof typeof text.columns, Order>>> = {
  name: 'name',
  open: 'open',
  dealer: 'dealer',
  oldest: 'oldest',
  ended: 'ended',
}

const setView = (change: Partial<DealerView>) =>
  keepDealersState({ view: { ...dealersState().view, ...change }, place: 0 })

/** Sorts by a column. A second press reverses the order. Names start at A, amounts at the highest. */
const sortBy = (order: Order) => {
  const { view } = dealersState()
  setView({ order, descending: view.order === order ? !view.descending : order !== 'name' })
}

const open = ({ id }: Dealer, index: number) => {
  keepDealersState({ place: index })
  openRoute({ view: 'dealer', id })
}

/**
 * Page *Compraventas*: clients and labels with open items or items that ended this month, with counts of these items.
 */
export function DealersPage() {
  const view = useDealersState((state) => state.view)
  const { order, descending } = view
  const query = useSettled(view.text.trim())
  const startAt = dealersState().place
  const list = useDealerList({ ...view, text: query }, startAt)
  const amount = list.rows.length
  const hidesNames = useHidesNames()
  useShortcuts({
    'dealers.up': () =>
      dealersState().view.text === '' ? openRoute({ view: 'procedures' }) : setView({ text: '' }),
  })
  const columns = Object.entries(text.columns).map(([id, title]): TableColumn => {
    const by = SORTED[id as keyof typeof text.columns]
    if (by === undefined) return { id, title }
    const sort = order !== by ? 'none' : descending ? 'descending' : 'ascending'
    return { id, title, sort, onSort: () => sortBy(by) }
  })
  return (
    <Page title={viewTitles.dealers} section={viewTitles.procedures} flush>
      <div className="dealers__tools">
        <ProcedurePlaces where="page" />
        <ListSearch
          shortcut="dealers.search"
          words={{ search: text.search, placeholder: text.hint }}
          value={view.text}
          onType={(typed) => setView({ text: typed })}
          into=".dealers"
        />
      </div>
      <ListState
        loaded={list.loaded}
        error={amount === 0 ? list.error : null}
        count={amount}
        loading={text.loading}
        outlines={8}
        failed={text.failed}
        empty={
          <div className="page__aside">
            {query === '' ? (
              <Calm icon={Store} title={text.emptyTitle}>
                <p>{text.emptyBody}</p>
              </Calm>
            ) : (
              <Calm
                icon={SearchX}
                title={text.noneTitle}
                actions={<Button onClick={() => setView({ text: '' })}>{text.clear}</Button>}
              >
                <p>{text.noneBody}</p>
              </Calm>
            )}
          </div>
        }
      >
        <ListTable
          className="dealers"
          resizes="dealers"
          label={text.list}
          columns={columns}
          list={list}
          rowKey={({ id }) => id}
          renderCells={dealerCells}
          blank={text.blank}
          startAt={startAt}
          onPlace={(index) => keepDealersState({ place: index })}
          nameOf={({ kind, name }) => (hidesNames && kind === 'client' ? text.hidden : name)}
          onOpen={open}
          foot={{
            count: text.amount(amount),
            keys: [['list.open', text.open]],
          }}
        />
      </ListState>
    </Page>
  )
}

const dealerCells = (dealer: Dealer) => <Cells dealer={dealer} />

function Cells({ dealer }: { dealer: Dealer }) {
  const { kind, name, oldest } = dealer
  const hidesNames = useHidesNames() && kind === 'client'
  const shown = nameWords(name, '', { hidesNames, withTails: false })
  const age = useAt((now) => (oldest === null ? '' : waitingFor(oldest, now)))
  return (
    <>
      <span role="gridcell" className="dealers__name">
        <Icon of={kind === 'label' ? Tag : UserRound} />
        <span className="visually-hidden">{text.kinds[kind]}</span>
        <span className="clip" title={shown}>
          {shown}
        </span>
      </span>
      <Amount of="open" n={dealer.open} strong />
      <Amount of="dealer" n={dealer.dealer + dealer.signer} strong />
      <Amount of="office" n={dealer.office} />
      <Amount of="registry" n={dealer.registry} />
      <Amount of="unsigned" n={dealer.unsigned} />
      <Amount of="missing" n={dealer.missing} />
      <span role="gridcell" className="dealers__amount second figures">
        {age || <None />}
      </span>
      <Amount of="ended" n={dealer.ended} />
    </>
  )
}

/** Number under its column. Where the columns are hidden, words say what the number counts. */
function Amount({ of, n, strong }: { of: keyof typeof text.columns; n: number; strong?: boolean }) {
  return (
    <span role="gridcell" className={`dealers__amount figures ${strong ? '' : 'second'}`}>
      {n === 0 ? <None /> : count(n)}
      <span className="dealers__of" aria-hidden="true">
        {text.columns[of]}
      </span>
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

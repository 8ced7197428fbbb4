import { FolderOpen, Link, Signature } from 'lucide-react'
import { useState } from 'react'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { kindText, resourceListText as text, resourceWords as words } from '#shared/text/app-resources.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { DataTable } from '../../design/data-table.tsx'
import { ListFoot } from '../../design/list-foot.tsx'
import { Outlines } from '../../design/outlines.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useResourceList } from '../../replica/use-resource-list.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { openRoute } from '../../ui-state/route.ts'
import { ListFailed } from '../frame/list-failed.tsx'
import { Page } from '../frame/page.tsx'
import { ProcedurePlaces } from '../outbox/procedure-places.tsx'
import { NewMenu } from '../wizard/new-menu.tsx'
import { procedureColumns, ResourceCells, signatureColumns } from './resource-cells.tsx'
import './resource-list-page.css'

const ICONS = { procedure: FolderOpen, signature: Signature } as const
const COLUMNS = { procedure: procedureColumns, signature: signatureColumns } as const

/** The last one opened of each kind: whoever comes back is there. An id of another account matches no row. */
const lastOpened: Partial<Record<NameableKind, string>> = {}

/** Everything of one kind that this PC follows. */
export function ResourceListPage({ kind }: { kind: NameableKind }) {
  const { rows, next, loaded, error, more } = useResourceList(kind)
  const settings = useSlice('settings')
  const now = useNow(15_000)
  const [startAt] = useState(() => lastOpened[kind])
  const { section, list, shown, emptyTitle, emptyBody } = kindText[kind]
  const Icon = ICONS[kind]
  const empty = loaded && rows.length === 0 && !error
  const add = (tone: 'default' | 'primary') => (
    <Button
      tone={tone}
      size="low"
      icon={<Link className="icon" aria-hidden="true" />}
      onClick={() => openPanel('add-resource')}
    >
      {text.add}
    </Button>
  )
  const emptyWays =
    kind === 'procedure' ? (
      <>
        <NewMenu tone="primary" />
        {add('default')}
      </>
    ) : (
      add('primary')
    )
  return (
    <Page
      title={section}
      flush
      actions={
        !empty && (
          <>
            {add('default')}
            {/* Once it is known where it belongs: a menu that is open stays open. */}
            {kind === 'procedure' && loaded && <NewMenu />}
          </>
        )
      }
    >
      {kind === 'procedure' && <ProcedurePlaces where="page" />}
      {!loaded && (
        <div className="page__aside">
          <Outlines rows={12} label={words.loading} />
        </div>
      )}
      {error && <ListFailed title={text.failed} error={error} />}
      {empty && (
        <div className="page__aside">
          <Calm icon={<Icon aria-hidden="true" />} title={emptyTitle} actions={emptyWays}>
            <p>{emptyBody}</p>
          </Calm>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            className={`resources resources--${kind}`}
            label={list}
            columns={COLUMNS[kind]}
            rows={rows}
            rowKey={(row) => row.id}
            renderCells={(row) => <ResourceCells kind={kind} row={row} now={now} />}
            density={settings?.density ?? 'comfortable'}
            letters={settings?.singleKeys !== false}
            hasMore={next !== null}
            onEnd={more}
            startAt={startAt}
            onOpen={({ id }) => {
              lastOpened[kind] = id
              openRoute({ view: kind, id })
            }}
          />
          <ListFoot
            count={shown(rows.length, next !== null)}
            keys={[
              { keys: ['ArrowUp', 'ArrowDown'], does: text.move },
              { keys: ['Enter'], does: text.open },
            ]}
          />
        </>
      )}
    </Page>
  )
}

import { FolderOpen, Link, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import { casesText as text } from '#shared/text/cases.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { openPanel } from '../../app/panel-state.ts'
import { openRoute } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { droppable } from './filter-chips.ts'
import { ALL_VIEW, MY_VIEW, type ShownView, viewRoute } from './views.ts'

/**
 * Shown while this PC has no case: ways to add a case.
 * @param begin button «Nuevo»
 */
export function NothingYet({ begin }: { begin: ReactNode }) {
  return (
    <div className="page__aside">
      <Calm
        icon={FolderOpen}
        title={text.emptyTitle}
        actions={
          <>
            {begin}
            <Button size="low" icon={Link} onClick={() => openPanel('add-resource')}>
              {text.add}
            </Button>
            <Button size="low" onClick={() => openSettings('backup')}>
              {text.emptyRestore}
            </Button>
          </>
        }
      >
        <p>{text.emptyBody}</p>
      </Calm>
    </div>
  )
}

export interface NoneFoundProps {
  view: ShownView
  filter: CaseFilter
  changed: boolean
  onFilter: (filter: CaseFilter) => void
  onDropText: () => void
}

/** Empty filter result: suggests conditions to drop. */
export function NoneFound({ view, filter, changed, onFilter, onDropText }: NoneFoundProps) {
  const conditions = droppable(filter, useHidesNames())
  const plain = !changed
  const isMine = plain && view.id === MY_VIEW
  const isUnnamed = useQuery('cases.colleagues', isMine ? {} : null).data?.me === ''
  const title = plain
    ? text.noneInView(view.name)
    : filter.text && conditions.length === 0
      ? text.noneText(filter.text)
      : text.noneTitle
  return (
    <div className="page__aside">
      <Calm
        icon={SearchX}
        title={title}
        actions={
          isUnnamed ? (
            <Button onClick={() => openSettings('operator')}>{text.toName}</Button>
          ) : plain ? (
            view.id !== ALL_VIEW && (
              <Button onClick={() => openRoute(viewRoute(ALL_VIEW))}>{text.dropAll}</Button>
            )
          ) : (
            <>
              {filter.text && <Button onClick={onDropText}>{text.dropText}</Button>}
              {conditions.map(({ id, name, next }) => (
                <Button key={id} aria-label={text.drop(name)} onClick={() => onFilter(next)}>
                  {text.without(name)}
                </Button>
              ))}
            </>
          )
        }
      >
        <p>
          {isMine
            ? isUnnamed
              ? text.noneMineUnnamed
              : text.noneMine
            : plain
              ? text.noneBodyView
              : text.noneBody}
        </p>
      </Calm>
    </div>
  )
}

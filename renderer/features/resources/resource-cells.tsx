import type { ReactNode } from 'react'
import type { ResourceRow } from '#shared/bridge/news.ts'
import { dateTime, relativeAge } from '#shared/domain/age.ts'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { resourceListText as text, shortWhen, stateName } from '#shared/text/app-resources.ts'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'

const { columns } = text
export const procedureColumns = [columns.vehicle, columns.state, columns.since, columns.type, columns.seen]
export const signatureColumns = [columns.signer, columns.state, columns.since, columns.seen]

export interface ResourceCellsProps {
  kind: NameableKind
  row: ResourceRow
  now: number
}

/** What is known of one, in the order of the columns of its kind. */
export function ResourceCells({ kind, row, now }: ResourceCellsProps) {
  const { subject, status, statusDescription, since, checkedAt, gone } = row
  const state = (
    <Cell>
      <StateWord state={status} label={stateName(kind, status, statusDescription)} />
    </Cell>
  )
  const from = (
    <Cell className="second figures" title={dateTime(since)}>
      {shortWhen(since, now)}
    </Cell>
  )
  const seen = (
    <Cell className="muted clip" title={checkedAt === null ? undefined : dateTime(checkedAt)}>
      {gone ? text.gone : checkedAt === null ? text.neverSeen : relativeAge(checkedAt, now)}
    </Cell>
  )
  if (kind === 'signature') {
    return (
      <>
        <Cell className="clip resources__name" title={subject.label}>
          {subject.label ?? <Nameless id={row.id} />}
        </Cell>
        {state}
        {from}
        {seen}
      </>
    )
  }
  return (
    <>
      <Cell className="clip">
        <Vehicle row={row} />
      </Cell>
      {state}
      {from}
      <Cell className="clip" title={subject.label}>
        {subject.label}
      </Cell>
      {seen}
    </>
  )
}

function Cell({
  className,
  title,
  children,
}: {
  className?: string
  title?: string | undefined
  children?: ReactNode
}) {
  return (
    <span role="gridcell" className={className} title={title}>
      {children}
    </span>
  )
}

/** The plate; before there is one, the end of the chassis number. */
function Vehicle({ row: { subject, id } }: { row: ResourceRow }) {
  if (subject.vrm !== undefined) return <Plate vrm={subject.vrm} size="s" />
  if (subject.vin !== undefined) return <span className="second figures">…{subject.vin.slice(-6)}</span>
  return <Nameless id={id} />
}

const Nameless = ({ id }: { id: string }) => (
  <span className="muted" title={id}>
    {text.nameless} · {id}
  </span>
)

import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { newPlateListText as words, plateListsText } from '#shared/text/plate-lists.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { SelectField } from '../../design/fields.tsx'
import { Sign } from '../../design/sign.tsx'
import { announce } from '../../app/announcer.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import type { UnreadPart } from './list-file.ts'
import { type OpenedTable, otherSheets, withoutLastTime, withSheet } from './opened-table.ts'
import type { ListFileState } from './use-list-file.ts'

const ALL_COLUMNS = ''
/** Maximum parts that are named. The rest are only counted. */
const SHOWN_PARTS = 8

export interface ListFilePartProps {
  file: ListFileState
  onChange: (table: OpenedTable) => void
  onClose: () => void
}

/**
 * State of the file of a list: being read, unreadable, or read. If read, shows its sheet and the column of its
 * plates.
 */
export function ListFilePart({ file, onChange, onClose }: ListFilePartProps) {
  if (file.state === 'reading')
    return (
      <div className="new-list__reading">
        <BusyLine words={words.reading(file.name, file.done)} />
        <Button size="low" onClick={onClose}>
          {words.cancelReading}
        </Button>
      </div>
    )
  if (file.state === 'failed') {
    const { title, advice } = words.problems[file.problem]
    return (
      <Notice role="alert" tone="warn" icon={<Sign kind="unknown" />}>
        <NoticeWords title={[file.name, title].filter(Boolean).join('. ')} body={advice} />
      </Notice>
    )
  }
  if (file.state === 'text' || file.state === 'part')
    return (
      <>
        <div className="new-list__reading">
          <b className="clip">{file.name}</b>
          <IconButton icon={X} label={words.closeFile} onClick={onClose} />
        </div>
        <UnreadParts parts={file.unread} />
      </>
    )
  return file.state === 'table' && <TablePart table={file.table} onChange={onChange} onClose={onClose} />
}

/** Names the parts of a file that were not read, each with its reason. */
function UnreadParts({ parts }: { parts: readonly UnreadPart[] }) {
  if (parts.length === 0) return null
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords
        title={words.unreadParts(parts.length)}
        body={[
          words.unreadPartList(parts.slice(0, SHOWN_PARTS)),
          parts.length > SHOWN_PARTS ? words.moreParts(parts.length - SHOWN_PARTS) : '',
        ]
          .join(' ')
          .trim()}
      />
    </Notice>
  )
}

interface TablePartProps {
  table: OpenedTable
  onChange: (table: OpenedTable) => void
  onClose: () => void
}

function TablePart({ table, onChange, onClose }: TablePartProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const { name, sheets, at, columns, withHidden, lastTime } = table
  const sheet = sheets[at]
  const hidden = sheet?.hiddenRows.length ?? 0
  const farCells = sheet?.farCells ?? []
  const others = otherSheets(table)
  const names = columns.header === null ? [] : (sheet?.rows[columns.header] ?? [])
  const width = sheet?.rows.reduce((most, row) => Math.max(most, row.length), 0) ?? 0
  const tellOpened = useEffectEvent(() => {
    announce(`${name}: ${words.found(table.amounts[at] ?? 0)}`)
    // The text area, which had the focus, has gone.
    if (isFocusNowhere()) group.current?.focus()
  })
  useEffect(() => tellOpened(), [])
  return (
    <fieldset className="new-list__table" ref={group} tabIndex={-1}>
      <legend>{name}</legend>
      <div className="new-list__fields">
        {sheets.length > 1 && (
          <SelectField
            label={words.sheet}
            value={String(at)}
            options={sheets.map((one, index) => ({
              value: String(index),
              label: one.isHidden ? words.hiddenSheet(one.name) : one.name,
            }))}
            onChange={(value) => onChange(withSheet(table, Number(value)))}
          />
        )}
        <SelectField
          label={words.column}
          value={columns.plate === null ? ALL_COLUMNS : String(columns.plate)}
          options={[
            { value: ALL_COLUMNS, label: words.anyColumn },
            ...Array.from({ length: width }, (_, column) => ({
              value: String(column),
              label: words.columnName(column, names[column] ?? ''),
            })),
          ]}
          onChange={(value) =>
            onChange({
              ...withoutLastTime(table),
              columns: { ...columns, plate: value === ALL_COLUMNS ? null : Number(value), alsoPlates: [] },
            })
          }
        />
        <Button size="low" tone="plain" icon={X} onClick={onClose}>
          {words.closeFile}
        </Button>
      </div>
      {lastTime && (
        <p className="small second" role="status">
          {words.asLastTime(plateListsText.nameOf(lastTime), lastTime.createdAt)}
        </p>
      )}
      {others.length > 0 && <p className="small second">{words.otherSheets(others)}</p>}
      {farCells.length > 0 && <p className="small second">{words.farCells(farCells)}</p>}
      <UnreadParts parts={table.unread} />
      {hidden > 0 && (
        <label className="new-list__hidden small" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={withHidden}
            onChange={(event) => onChange({ ...table, withHidden: event.target.checked })}
          />
          {words.withHidden(hidden)}
        </label>
      )}
    </fieldset>
  )
}

import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import type { DayWork } from '#shared/bridge/audit.ts'
import { addDays, isoDay } from '#shared/domain/calendar.ts'
import { auditWhats, dayWorkText as text } from '#shared/text/audit.ts'
import { longDay } from '#shared/text/deadlines.ts'
import { count } from '#shared/text/grammar.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ScrollArea } from '../../design/layout.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useAt, useQuery, useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { ListState } from '../../app/lists.tsx'
import { NOT_MINE, useShortcuts } from '../../app/shortcuts.ts'
import { SavingBar } from '../../app/task-notice.tsx'
import { useSaveFile } from '../../app/transfers.ts'
import '../../app/setting-sections.css'
import './audit.css'

/** Work of one day at this PC: each person's actions, counted by kind. */
export function DayWorkDialog({ onClose }: { onClose: () => void }) {
  const today = useAt(isoDay)
  /** Chosen day. `null` is today, also after midnight. */
  const [chosen, setChosen] = useState<string | null>(null)
  const day = chosen ?? today
  const isToday = day === today
  const sharing = useSlice('sharing')
  const { data, error } = useQuery('audit.day', { day })
  const file = useSaveFile('audit.day-csv', text.saved)
  const hint = useKeyHint()
  const go = (to: string) => setChosen(to >= today ? null : to)
  const by = (days: number) => go(addDays(day, days))
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      actions={
        <>
          <Button
            tone="plain"
            icon={Download}
            aria-label={text.saveAs}
            disabled={!data || data.rows.length === 0 || file.saving !== null}
            onClick={() => file.save({ day })}
          >
            {text.csv}
          </Button>
          <Button data-safe onClick={onClose}>
            {text.close}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <DayKeys onStep={by} onToday={() => setChosen(null)} />
      <p className="small second">
        {text.thisPc}
        {sharing && sharing.state !== 'off' && ` ${text.sharing}`}
      </p>
      <div className="day-work__tools">
        <IconButton icon={ChevronLeft} label={text.previous} onClick={() => by(-1)} />
        <input
          className="audit__filter"
          type="date"
          aria-label={text.day}
          max={today}
          value={day}
          onChange={({ target: { value } }) => value !== '' && go(value)}
        />
        <IconButton icon={ChevronRight} label={text.next} disabled={isToday} onClick={() => by(1)} />
        <Button size="low" {...hint('day-work.today')} disabled={isToday} onClick={() => setChosen(null)}>
          {text.today}
        </Button>
        <p className="medium" role="status">
          {longDay(day)}
          {data && <span className="second small"> · {text.amount(sum(data.rows))}</span>}
        </p>
      </div>
      <SavingBar file={file} label={text.saving} cancel={text.cancel} />
      <ScrollArea className="day-work" label={text.title}>
        <ListState
          loaded={data !== undefined || error !== undefined}
          error={data === undefined ? (error ?? null) : null}
          count={data?.rows.length ?? 0}
          loading={text.reading}
          outlines={4}
          failed={text.failed}
          aside={null}
          empty={<p className="muted">{text.none}</p>}
        >
          {data && <WorkTable rows={data.rows} />}
        </ListState>
      </ScrollArea>
    </TitledDialog>
  )
}

/** Keys of the dialog. Inside of it, so that they belong to its layer. */
function DayKeys({ onStep, onToday }: { onStep: (days: number) => void; onToday: () => void }) {
  useShortcuts({
    // In the field of the date, the arrow keys move between its parts.
    'day-work.day': ({ key, target }) =>
      target instanceof HTMLInputElement ? NOT_MINE : onStep(key === 'ArrowLeft' ? -1 : 1),
    'day-work.today': onToday,
  })
  return null
}

const sum = (rows: readonly DayWork[]): number =>
  rows.reduce((total, { done, uncertain }) => total + done + uncertain, 0)

function WorkTable({ rows }: { rows: readonly DayWork[] }) {
  return (
    <table className="day-work__table">
      <thead>
        <tr>
          {Object.values(text.columns).map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {[...Map.groupBy(rows, ({ who }) => who)].map(([who, own]) => (
        <tbody key={who}>
          <tr>
            <th colSpan={3} scope="rowgroup">
              {who} <span className="second small">· {text.amount(sum(own))}</span>
            </th>
          </tr>
          {own.map(({ what, done, uncertain }) => (
            <tr key={what}>
              <td>{auditWhats[what]}</td>
              <td>{count(done)}</td>
              <td>{uncertain > 0 && count(uncertain)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

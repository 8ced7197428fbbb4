import { ScrollText } from 'lucide-react'
import { useId, useState, useMemo } from 'react'
import type { AuditRow } from '#shared/bridge/audit.ts'
import { auditText as text, auditWhats, auditKind, auditResults } from '#shared/text/audit.ts'
import { Button } from '../../design/button.tsx'
import { Calm, ScrollArea } from '../../design/layout.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useSettled } from '../../design/hooks.ts'
import { ListState, ListTable } from '../../app/lists.tsx'
import { clock, fullDate } from '#shared/text/dates.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { type ReadPage, usePagedQuery } from '../../replica/paged-query.ts'
import { ErasureFacts } from '../data-subjects/feature.ts'
import '../../app/setting-sections.css'

const OPTIONS = { about: ['audit'] } as const

/**
 * Lines of the audit record, newest first. `total` counts the lines of the search; `null` until known.
 * @param what kind of line, or `null` for all
 * @param identifier plate, number or procedure; empty for all
 */
function useAudit(what: AuditRow['what'] | null, identifier: string) {
  const { bridge } = useClient()
  /** Total of each search, by its read function. A late answer must not give its total to the search on screen. */
  const [totals] = useState(() => new WeakMap<ReadPage<AuditRow>, number>())
  const read = useMemo(() => {
    const search: ReadPage<AuditRow> = async (before, limit) => {
      const answer = await bridge.call('audit.list', {
        limit,
        ...(what !== null && { what }),
        ...(identifier !== '' && { identifier }),
        ...(before !== null && { before }),
      })
      if (answer.ok) totals.set(search, answer.value.total)
      return answer
    }
    return search
  }, [bridge, what, identifier, totals])
  const list = usePagedQuery(read, OPTIONS)
  return { ...list, total: totals.get(list.shown) ?? null }
}

const ALL = ''
const SEARCH_AFTER_MS = 250
const WHATS = Object.entries(auditWhats) as [AuditRow['what'], string][]

const auditRowKey = ({ seq }: AuditRow) => String(seq)

/** Audit record, newest first, filtered by kind and identifier. A selected line is shown in full. */
export function AuditDialog({ onClose }: { onClose: () => void }) {
  const [what, setWhat] = useState<AuditRow['what'] | null>(null)
  const [seq, setSeq] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const identifier = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const audit = useAudit(what, identifier)
  const isFiltered = what !== null || identifier !== ''
  const id = useId()
  const { rows, error, loaded } = audit
  const line = rows.find((row) => row.seq === seq)
  return (
    <TitledDialog
      title={text.title}
      variant="full"
      fills
      head={
        <header className="audit__head">
          <h2>{text.title}</h2>
          <input
            className="audit__filter audit__search"
            type="search"
            aria-label={text.of}
            placeholder={text.of}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setSeq(null)
            }}
          />
          <label htmlFor={id}>{text.filter}</label>
          <select
            id={id}
            className="audit__filter"
            value={what ?? ALL}
            onChange={(event) => {
              setWhat(event.target.value === ALL ? null : (event.target.value as AuditRow['what']))
              setSeq(null)
            }}
          >
            <option value={ALL}>{text.all}</option>
            {WHATS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </header>
      }
      actions={
        <>
          <span className="small muted dialog__start" role="status">
            {loaded && audit.total !== null && rows.length > 0 && text.shown(rows.length, audit.total)}
          </span>
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
      onClose={onClose}
    >
      <ListState
        loaded={loaded}
        error={error}
        count={rows.length}
        loading={text.reading}
        outlines={8}
        failed={text.failed}
        aside="audit__none"
        empty={
          <div className="audit__none">
            <Calm icon={ScrollText} title={isFiltered ? text.noneOf : text.none}>
              <p>{isFiltered ? text.noneOfBody : text.noneBody}</p>
            </Calm>
          </div>
        }
      >
        <ListTable
          key={`${what ?? ALL} ${identifier}`}
          className="audit-list"
          label={text.title}
          columns={auditColumns}
          list={audit}
          rowKey={auditRowKey}
          renderCells={auditCells}
          onOpen={(row) => setSeq((now) => (now === row.seq ? null : row.seq))}
        />
      </ListState>
      {line && <AuditLine row={line} />}
    </TitledDialog>
  )
}

const auditColumns = Object.values(text.columns)
const SIGNS: Record<AuditRow['result'], SignKind> = { ok: 'ok', failed: 'stop', uncertain: 'unknown' }

const auditCells = (row: AuditRow) => <Cells row={row} />

function Cells({ row }: { row: AuditRow }) {
  return (
    <>
      <span role="gridcell" className="figures second">
        {fullDate(row.at)} {clock(row.at)}
      </span>
      <span role="gridcell" className="clip" title={auditWhats[row.what]}>
        {auditWhats[row.what]}
      </span>
      <span role="gridcell" className="clip second" title={auditKind(row.kind)}>
        {auditKind(row.kind)}
      </span>
      <span role="gridcell" className="clip figures muted" title={row.pseudonym}>
        {row.pseudonym.slice(0, 12) || text.noIdentifier}
      </span>
      <span role="gridcell" className="clip" title={row.who}>
        {row.who}
      </span>
      <span role="gridcell" className="audit-list__result">
        <Sign kind={SIGNS[row.result]} />
        {auditResults[row.result]}
      </span>
    </>
  )
}

/** One audit line in full, with the data that verify it. */
function AuditLine({ row }: { row: AuditRow }) {
  const title = text.line(row.seq)
  return (
    <ScrollArea className="audit__line" label={title}>
      <h3>{title}</h3>
      <dl className="facts">
        <dt>{text.columns.at}</dt>
        <dd>
          {fullDate(row.at)} {clock(row.at)}
        </dd>
        <dt>{text.columns.what}</dt>
        <dd>
          {auditWhats[row.what]}
          {row.kind && ` · ${auditKind(row.kind)}`} · {auditResults[row.result]}
        </dd>
        <dt>{text.columns.who}</dt>
        <dd>{row.who}</dd>
        {row.pseudonym && (
          <>
            <dt>{text.columns.pseudonym}</dt>
            <dd>{row.pseudonym}</dd>
          </>
        )}
        {row.sha256 && (
          <>
            <dt>{text.documentHash}</dt>
            <dd>{row.sha256}</dd>
          </>
        )}
        <dt>{text.hash}</dt>
        <dd>{row.hash}</dd>
        {row.what === 'person.erase' && <ErasureFacts seq={row.seq} />}
      </dl>
    </ScrollArea>
  )
}

import { CopyPlus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { caseColumnLabels, previewText as text } from '#shared/text/cases.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import { copyText, fieldLabels } from '#shared/text/fields.ts'
import { incidentStep, resourceWords, stateMeaning } from '#shared/text/resources.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Section } from '../../app/page.tsx'
import { incidentsIn } from '#shared/text/incidents.ts'
import { createLike } from '../new-draft/feature.ts'
import { legalDayWords, nameWords, rowName, stateWords, troubleWords, typeWords } from './row-words.ts'
import './cases.css'

export interface CasePreviewProps {
  /** Row with the keyboard. */
  row: CaseRow | undefined
  onOpen: () => void
  onClose: () => void
}

/** Summary of the row with the keyboard: state, missing item, next step, deadline and notes. */
export function CasePreview({ row, onOpen, onClose }: CasePreviewProps) {
  return (
    <aside className="case-preview" aria-label={text.label} data-region="rail" tabIndex={-1}>
      <div className="case-preview__head">
        <h2>{row ? typeWords(row) : text.label}</h2>
        <IconButton icon={X} label={text.close} named onClick={onClose} />
      </div>
      {row ? (
        <Summary key={row.id} row={row} onOpen={onOpen} />
      ) : (
        <p className="small muted">{text.nobody}</p>
      )}
    </aside>
  )
}

function Summary({ row, onOpen }: { row: CaseRow; onOpen: () => void }) {
  const now = useNow(15_000)
  const hint = useKeyHint()
  const client = useClient()
  const annotations = useQuery('annotations.get', { id: row.id }).data
  const legal = legalDayWords(row, now)
  const trouble = troubleWords(row, now)
  const { vrm } = row.subject
  const { invoice, labels } = row
  const names = { hidesNames: useHidesNames(), withTails: true }
  const label = fieldLabels(kindOfType(row.type))
  const facts: readonly (readonly [string, string | undefined])[] = [
    [caseColumnLabels.vehicle, row.vehicle],
    [text.client, nameWords(row.client, '', names)],
    [label.sellerName, nameWords(row.sellerName, row.sellerTail, names)],
    [label.buyerName, nameWords(row.buyerName, row.buyerTail, names)],
    [text.invoice, invoice],
    [text.labels, labels.join(', ')],
    [caseColumnLabels.id, row.id],
  ]
  return (
    <div className="case-preview__body">
      <div className="case-preview__what">
        {vrm === undefined ? <b>{rowName(row)}</b> : <Plate vrm={vrm} size="m" />}
        <StateWord state={row.status} label={stateWords(row)} />
        <p className="second small">
          {stateMeaning('procedure', row.status, row.statusDescription, row.held)}{' '}
          <span className="muted">{upperFirst(resourceWords.since(row.since, now))}.</span>
        </p>
        {trouble && (
          <p className="small case-preview__trouble">
            <Sign kind="unknown" /> {trouble}
          </p>
        )}
        <Button tone="primary" size="low" {...hint('list.open')} onClick={onOpen}>
          {text.open}
        </Button>
        <Button
          size="low"
          icon={CopyPlus}
          title={copyText.help}
          onClick={() => void createLike(client, row.id)}
        >
          {copyText.action}
        </Button>
      </div>
      <Section title={text.incidents}>
        <Incidents id={row.id} />
      </Section>
      {legal && (
        <Section title={text.deadline}>
          <p className="small case-preview__trouble">
            {legal.near && <Sign kind="warn" />}
            {upperFirst(legal.words)} <span className="muted">· {legal.date}</span>
          </p>
        </Section>
      )}
      <Section title={text.notes}>
        <p className={annotations?.fields.notes ? 'small case-preview__notes' : 'small muted'}>
          {annotations === undefined
            ? ''
            : annotations.fields.notes === ''
              ? text.noNotes
              : names.hidesNames
                ? text.hiddenNotes
                : annotations.fields.notes}
        </p>
      </Section>
      <Section title={text.data}>
        <dl className="facts">
          {facts.map(
            ([name, value]): ReactNode =>
              value && (
                <div key={name} className="case-preview__fact">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </Section>
    </div>
  )
}

/** Open incidents, with their next step. */
function Incidents({ id }: { id: string }) {
  const { data: view, error } = useQuery('changes.get', { kind: 'procedure', id })
  if (!view) return <p className="small muted">{error ? text.failed : ''}</p>
  const open = (incidentsIn(view.body) ?? []).filter(({ solved }) => !solved)
  if (open.length === 0) return <p className="small muted">{text.noIncidents}</p>
  return (
    <ul className="case-preview__incidents">
      {open.map(({ title, waitsFor, step }, index) => (
        // The service gives incidents no reliable id.
        <li key={index}>
          <Sign kind={waitsFor === 'us' ? 'stop' : 'none'} />
          <div>
            <p>
              <b>{title || resourceWords.unnamedIncident}</b>
            </p>
            <p className="second">{incidentStep(step, waitsFor)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

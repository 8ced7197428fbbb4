import { useEffect, useRef, useState, useMemo, type ReactNode, useEffectEvent, useId } from 'react'
import {
  type Finding,
  type FindingKind,
  sourceParts,
  excerptAround,
} from '#shared/domain/pasted-text/finding.ts'
import { pastedText as text, findingLabel, partyLabels, reasonLabels } from '#shared/text/wizard.ts'
import {
  type Candidate,
  type FieldProposal,
  isSameValue,
  proposalsFor,
  markedAtFirst,
  otherVehicle,
} from '#shared/domain/pasted-text/proposals.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { fieldLabel } from '#shared/text/fields.ts'
import type { FieldChanges, FieldName } from '#shared/domain/procedures/fields.ts'
import { findPassages } from '#shared/domain/pasted-text/find-in-text.ts'
import { Button } from '../../design/button.tsx'
import { NoticeWords, Notice, ScrollArea } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import type { Wizard } from '../wizard/feature.ts'

interface PasteOffersProps {
  source: string
  title: string
  /** Line above everything; empty for none. */
  note: string
  wizard: Wizard
  onAnother: () => void
  onClose: () => void
}

/**
 * Shows a pasted text and its values for each field. Nothing changes until the user presses the button that fills
 * them in.
 */
export function PasteOffers({ source, title, note, wizard, onAnother, onClose }: PasteOffersProps) {
  const extraction = useExtraction(source)
  const offers = useOffers(wizard, extraction.findings)
  const [current, setCurrent] = useState<number | null>(null)
  const isReading = extraction.state === 'reading'
  const right = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isReading) right.current?.querySelector<HTMLElement>('[data-offer] input:not(:disabled)')?.focus()
  }, [isReading])
  const applyOffers = () => {
    if (offers.count === 0) return
    // The dialog closes first: the focus then goes to the undo button, not back to the page.
    onClose()
    wizard.applyFields(offers.values)
  }
  return (
    <TitledDialog
      title={title}
      variant="full"
      fills
      head={null}
      dismissable={false}
      onSubmit={applyOffers}
      onClose={onClose}
      actions={
        <>
          <span className="dialog__start pasted__unseen small" role="status">
            {offers.unseen > 0 && text.unseen(offers.unseen)}
          </span>
          <Button tone="plain" onClick={onAnother}>
            {text.another}
          </Button>
          <Button tone="plain" onClick={onClose}>
            {text.close}
          </Button>
          <Button tone="primary" type="submit" disabled={isReading || offers.count === 0}>
            {text.take(offers.count)}
          </Button>
        </>
      }
    >
      <div className="pasted">
        <section className="pasted__left" aria-labelledby="pasted-source">
          <h2 id="pasted-source">{text.source}</h2>
          {note && <p className="small second">{note}</p>}
          <PasteSource source={source} findings={extraction.findings} current={current} />
        </section>
        <section ref={right} className="pasted__right" aria-labelledby="pasted-fields">
          <h2 id="pasted-fields">{text.fields}</h2>
          <Reading extraction={extraction} source={source} />
          {!isReading && (
            <Rows
              kind={wizard.draft.kind}
              offers={offers}
              extraction={extraction}
              source={source}
              onLook={setCurrent}
            />
          )}
        </section>
      </div>
    </TitledDialog>
  )
}

/** Progress of the reading, and the part of the text that was not read. */
function Reading({ extraction, source }: { extraction: Extraction; source: string }) {
  const share = Math.floor((100 * extraction.read) / Math.max(1, source.length))
  if (extraction.state === 'reading')
    return (
      <div className="pasted__reading">
        <p>{text.reading(share)}</p>
        <Button size="low" onClick={extraction.stop}>
          {text.stop}
        </Button>
      </div>
    )
  if (extraction.state === 'stopped') return <Warning words={text.stopped(share)} />
  const isCut = source.slice(extraction.read).trim() !== ''
  return isCut ? <Warning words={text.tooLong(extraction.read)} /> : null
}

const Warning = ({ words }: { words: string }) => (
  <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
    <p>{words}</p>
  </Notice>
)

interface RowsProps {
  kind: DraftKind
  offers: Offers
  extraction: Extraction
  source: string
  onLook: (place: number) => void
}

function Rows({
  kind,
  offers: { offers, otherVehicle: other, mark, choose, see },
  extraction,
  source,
  onLook,
}: RowsProps) {
  const others = otherKinds(extraction.findings)
  return (
    <>
      {offers.length === 0 ? (
        <Notice role="note" icon={<Sign kind="none" />}>
          <NoticeWords title={`${text.noneTitle}.`} body={text.noneBody} />
        </Notice>
      ) : (
        <>
          {other !== null && <Warning words={text.otherVehicle(other)} />}
          <p className="small second">{text.fieldsHelp}</p>
          <ul className="pasted__offers">
            {offers.map((offer) => (
              <OfferRow
                key={offer.field}
                offer={offer}
                label={fieldLabel(offer.field, kind)}
                source={source}
                onMark={(marked) => mark(offer, marked)}
                onChoose={(value) => choose(offer, value)}
                onLook={onLook}
                onSeen={() => see(offer.field)}
              />
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && <p className="small second">{text.others(others)}</p>}
    </>
  )
}

/** Kinds of data for which no form of a procedure has a field. */
const WITHOUT_FIELD: readonly FindingKind[] = ['phone', 'address', 'postalCode', 'town', 'province']
const otherKinds = (findings: readonly Finding[]) =>
  WITHOUT_FIELD.map(
    (kind) => [kind, findings.filter((finding) => finding.kind === kind).length] as const,
  ).filter(([, n]) => n > 0)

interface PasteSourceProps {
  source: string
  findings: readonly Finding[]
  /** Position of the value that the user is deciding on. */
  current: number | null
}

/** Pasted text with the data found in it underlined. Only the lines with data are shown of a long text. */
function PasteSource({ source, findings, current }: PasteSourceProps) {
  const area = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => sourceParts(source, findings), [source, findings])
  useEffect(() => {
    area.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ScrollArea ref={area} label={text.source} className="pasted__source">
      {parts.map((part) => {
        if (part.kind === 'text') return part.text
        if (part.kind === 'gap')
          return (
            <span key={part.at} className="pasted__gap">
              {text.gap(part.characters)}
            </span>
          )
        return (
          <mark
            key={part.at}
            className={`pasted__mark pasted__mark--${part.finding.sureness}`}
            data-current={part.at === current || undefined}
            title={findingLabel(part.finding.kind)}
          >
            {part.text}
          </mark>
        )
      })}
    </ScrollArea>
  )
}

interface OfferRowProps {
  offer: Offer
  /** Label of the field. */
  label: string
  source: string
  onMark: (marked: boolean) => void
  onChoose: (value: string) => void
  /** Called when the row, or one of its values, gets the focus or the pointer. */
  onLook: (place: number) => void
  /** Called once the whole row has been on screen. */
  onSeen: () => void
}

/** Row of one field: its present value, the offered values, and their places in the text. */
function OfferRow({ offer, label, source, onMark, onChoose, onLook, onSeen }: OfferRowProps) {
  const { field, candidates, chosen, marked, isSame, now } = offer
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
      },
      { threshold: 0.9 },
    )
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [])
  return (
    <li
      ref={row}
      className="offer"
      data-offer={field}
      onFocus={() => onLook(chosen.finding.start)}
      onPointerEnter={() => onLook(chosen.finding.start)}
    >
      <label className="offer__head">
        <input
          type="checkbox"
          checked={marked}
          disabled={isSame}
          aria-describedby={`${id}-now ${id}-from`}
          onChange={(event) => onMark(event.target.checked)}
        />
        <span className="offer__field">{label}</span>
        {candidates.length === 1 && <b className="offer__value">{chosen.value}</b>}
      </label>
      <p id={`${id}-now`} className={isSame ? 'offer__now' : 'offer__now offer__now--other'}>
        {isSame ? <Same /> : now.trim() !== '' && text.now(now)}
      </p>
      {candidates.length === 1 ? (
        <p id={`${id}-from`} className="offer__from">
          <Origin candidate={chosen} source={source} />
        </p>
      ) : (
        <fieldset id={`${id}-from`} className="offer__candidates" aria-label={text.choose(label)}>
          {candidates.map((candidate, place) => (
            <label
              key={candidate.value}
              className="offer__candidate"
              onPointerEnter={() => onLook(candidate.finding.start)}
            >
              <input
                className="radio"
                type="radio"
                name={id}
                value={candidate.value}
                checked={candidate.value === chosen.value}
                aria-labelledby={`${id}-${place}`}
                aria-describedby={`${id}-${place}-from`}
                onChange={() => {
                  onChoose(candidate.value)
                  onLook(candidate.finding.start)
                }}
              />
              <b id={`${id}-${place}`} className="offer__value">
                {candidate.value}
              </b>
              <span id={`${id}-${place}-from`} className="offer__from">
                <Origin candidate={candidate} source={source} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </li>
  )
}

const Same = (): ReactNode => (
  <>
    <Sign kind="ok" /> {text.same}
  </>
)

/** Reason why a value is offered, with the words around it in the text. */
function Origin({ candidate: { finding, sureness }, source }: { candidate: Candidate; source: string }) {
  const [before, after] = excerptAround(source, finding)
  const isOfNobody = sureness === 'doubtful' && finding.sureness !== 'doubtful'
  const why = finding.role ? partyLabels[finding.role] : reasonLabels[finding.reason]
  return (
    <>
      {sureness === 'doubtful' && (
        <span className="offer__doubt">
          <Sign kind="warn" /> {isOfNobody && finding.role === undefined ? text.partyUnknown : text.doubtful}
        </span>
      )}
      {sureness !== 'doubtful' && <span>{why}</span>}
      <q className="offer__excerpt">
        {before}
        <mark>{source.slice(finding.start, finding.end)}</mark>
        {after}
      </q>
    </>
  )
}

interface Offer extends FieldProposal {
  /** Present text of the field. */
  now: string
  chosen: Candidate
  marked: boolean
  /** True if the field already has the chosen value. */
  isSame: boolean
}

interface Decision {
  value?: string
  marked?: boolean
  /** Text of the field at the time of the decision. Once the field changes, the user is asked again. */
  over: string
}

/** Values that the text offers for each field of the draft, with the user's choices. */
function useOffers({ draft }: Wizard, findings: readonly Finding[]) {
  const { now } = useClient()
  const [decisions, setDecisions] = useState<Partial<Record<FieldName, Decision>>>({})
  const [seen, setSeen] = useState<ReadonlySet<FieldName>>(new Set())
  const proposals = useMemo(() => proposalsFor(draft.kind, findings), [draft.kind, findings])
  const marks = markedAtFirst(proposals, draft, now())
  const offers = proposals.map((proposal): Offer => {
    const { field, candidates } = proposal
    const current = draft.fields[field]
    const decided = decisions[field]
    const decision = decided?.over === current ? decided : undefined
    const chosen = candidates.find(({ value }) => value === decided?.value) ?? candidates[0]
    const isSame = isSameValue(draft.kind, field, chosen.value, current, now())
    const marked = !isSame && (decision?.marked ?? (decided === undefined && marks.has(field)))
    return { ...proposal, now: current, chosen, marked, isSame }
  })
  const decide = ({ field, now: over }: Offer, change: Omit<Decision, 'over'>) =>
    setDecisions((before) => ({ ...before, [field]: { ...before[field], ...change, over } }))
  const marked = offers.filter((offer) => offer.marked)
  const taken = marked.filter(({ field }) => seen.has(field))
  return {
    offers,
    /** Vehicle of the text, if it is not the vehicle of the draft. No value is then marked. */
    otherVehicle: otherVehicle(proposals, draft, now()),
    mark: (offer: Offer, isMarked: boolean) => decide(offer, { marked: isMarked, value: offer.chosen.value }),
    /** Choosing a value also marks it. */
    choose: (offer: Offer, value: string) => decide(offer, { value, marked: true }),
    see: (field: FieldName) =>
      setSeen((before) => (before.has(field) ? before : new Set([...before, field]))),
    /** Values to fill in: the marked ones that the user has seen on screen. */
    values: Object.fromEntries(taken.map(({ field, chosen }) => [field, chosen.value])) as FieldChanges,
    count: taken.length,
    unseen: marked.length - taken.length,
  }
}

type Offers = ReturnType<typeof useOffers>

/** Longest work between two frames, in milliseconds. */
const SLICE_MS = 8

interface Extraction {
  state: 'reading' | 'done' | 'stopped'
  findings: readonly Finding[]
  /** Characters read so far. */
  read: number
  stop: () => void
}

/** Finds the data of a text in slices, so that the window stays responsive. Stopping keeps the data found so far. */
function useExtraction(pasted: string): Extraction {
  const { now } = useClient()
  const [progress, setProgress] = useState<Omit<Extraction, 'stop'>>(started)
  const [stopped, setStopped] = useState<string | null>(null)
  const isStopped = stopped === pasted
  useEffect(() => {
    if (isStopped) return
    const passages = findPassages(pasted, now())
    const findings: Finding[] = []
    let read = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const slice = () => {
      const until = performance.now() + SLICE_MS
      do {
        const next = passages.next()
        if (next.done) return setProgress({ state: 'done', findings, read })
        findings.push(...next.value.findings)
        ;({ read } = next.value)
      } while (performance.now() < until)
      setProgress({ state: 'reading', findings: [...findings], read })
      timer = setTimeout(slice)
    }
    slice()
    return () => clearTimeout(timer)
  }, [pasted, now, isStopped])
  return {
    ...progress,
    ...(isStopped && progress.state === 'reading' && { state: 'stopped' as const }),
    stop: () => setStopped(pasted),
  }
}

const started = { state: 'reading', findings: [], read: 0 } as const

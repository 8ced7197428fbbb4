import { useEffect, useRef, useState, useMemo } from 'react'
import type { Finding, FindingKind } from '#shared/domain/pasted-text/finding.ts'
import { pastedText as text, findingLabel } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { NoticeWords, Notice, ScrollArea } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import type { Wizard } from '../wizard/use-wizard.ts'
import { OfferRow } from './offer-row.tsx'
import { sourceParts } from '#shared/domain/pasted-text/source-parts.ts'
import { type Extraction, useExtraction } from './use-extraction.ts'
import { type Offers, useOffers } from './use-offers.ts'

export interface PasteOffersProps {
  source: string
  title: string
  /** Line above everything; empty for none. */
  note: string
  wizard: Wizard
  onAnother: () => void
  onClose: () => void
}

/** A text and what it offers for each field. Nothing is put in the form until its button is pressed. */
export function PasteOffers({ source, title, note, wizard, onAnother, onClose }: PasteOffersProps) {
  const extraction = useExtraction(source)
  const offers = useOffers(wizard, extraction.findings)
  const [current, setCurrent] = useState<number | null>(null)
  const isReading = extraction.state === 'reading'
  const right = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isReading) right.current?.querySelector<HTMLElement>('[data-offer] input:not(:disabled)')?.focus()
  }, [isReading])
  const take = () => {
    if (offers.count === 0) return
    // Closed first: the focus then goes to what undoes it, and not back to the page.
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
      onSubmit={take}
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
          {!isReading && <Rows offers={offers} extraction={extraction} source={source} onLook={setCurrent} />}
        </section>
      </div>
    </TitledDialog>
  )
}

/** How far it has got, and what was not read. */
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
  offers: Offers
  extraction: Extraction
  source: string
  onLook: (place: number) => void
}

function Rows({
  offers: { offers, otherVehicle, mark, choose, see },
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
          {otherVehicle !== null && <Warning words={text.otherVehicle(otherVehicle)} />}
          <p className="small second">{text.fieldsHelp}</p>
          <ul className="pasted__offers">
            {offers.map((offer) => (
              <OfferRow
                key={offer.field}
                offer={offer}
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

/** Kinds that no form of a procedure has a field for. */
const WITHOUT_FIELD: readonly FindingKind[] = ['phone', 'address', 'postalCode', 'town', 'province']
const otherKinds = (findings: readonly Finding[]) =>
  WITHOUT_FIELD.map(
    (kind) => [kind, findings.filter((finding) => finding.kind === kind).length] as const,
  ).filter(([, n]) => n > 0)

interface PasteSourceProps {
  source: string
  findings: readonly Finding[]
  /** Place of the value that is being decided on. */
  current: number | null
}

/** Pasted text with what was found in it underlined. Of a long one, the lines that have data. */
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

import qrcode from 'qrcode-generator'
import { useMemo } from 'react'
import type { Annotations } from '#shared/bridge/cases.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { procedureLink } from '#shared/bridge/links.ts'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { kindOfType, type Party, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import type { Requirement } from '#shared/domain/procedures/requirements.ts'
import { readTextField, readTimeField } from '#shared/domain/service-body.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { signerWords } from '#shared/text/checklists.ts'
import { dateTime, fullDate } from '#shared/text/dates.ts'
import { fieldLabel, requirementLabel } from '#shared/text/fields.ts'
import { coverSheetText as text } from '#shared/text/procedure.ts'
import { dataLabels, stateName } from '#shared/text/resources.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { PrintSheet } from '../../app/page-parts.tsx'
import { documentTitle } from './procedure-facts.ts'
import { useCaseChecklist } from './use-case-checklist.tsx'

export interface CoverSheetProps {
  view: ResourceView
  title: string
  vrm: string | undefined
  vin: string | undefined
  /** Make and model; '' if unknown. */
  car: string
  annotations: Annotations | undefined
  documents: readonly ServiceDocument[]
  hidesNames: boolean
  /** Time of printing. */
  at: number
  onDone: () => void
}

/** Printed first page of a case: plate, parties, documents, room for notes, and a code that opens the case. */
export function CoverSheet(props: CoverSheetProps) {
  const { view, title, vrm, vin, documents, annotations, hidesNames, at, onDone } = props
  const office = useSlice('profile')?.name ?? ''
  const sent = documents.filter(({ which }) => which === 'client')
  const kind = kindOfType(readTextField(view.body, 'type'))
  const requirements = useCaseChecklist({ kind, annotations, vrm, documents }).requirements()
  const facts = [...caseFacts(props), ...dateFacts(props)]
  return (
    <PrintSheet
      title={title}
      lines={[text.printed(office, at), ...(hidesNames ? [text.hidden] : [])]}
      onDone={onDone}
    >
      <div className="cover-sheet">
        <div className="cover-sheet__head">
          <p className="cover-sheet__plate">
            {vrm === undefined ? displayVin(vin ?? '') : displayPlate(vrm)}
          </p>
          <figure>
            <CaseCode id={view.id} />
            <figcaption>{text.code}</figcaption>
          </figure>
        </div>
        <dl>
          {facts.map(({ label, words }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <h2>{text.papers}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.paper}</th>
              <th scope="col">{text.standing}</th>
            </tr>
          </thead>
          <tbody>
            {kind !== null &&
              requirements.map(({ id, name, signer, ...requirement }) => (
                <tr key={id}>
                  <td>
                    {[requirementLabel(name, kind), signerWords(signer, kind)].filter(Boolean).join(' · ')}
                  </td>
                  <td>
                    <span className="cover-sheet__box" aria-hidden>
                      {requirement.met && '×'}
                    </span>{' '}
                    {standingWords(requirement)}
                  </td>
                </tr>
              ))}
            {sent.map((document) => (
              <tr key={document.documentId}>
                {/* The name of a file often names a person. */}
                <td>{hidesNames ? document.name : documentTitle(document)}</td>
                <td>{text.sent}</td>
              </tr>
            ))}
            {requirements.length + sent.length === 0 && (
              <tr>
                <td colSpan={2}>{text.noPapers}</td>
              </tr>
            )}
          </tbody>
        </table>
        <h2>{text.notes}</h2>
        <div className="cover-sheet__notes">
          {Array.from({ length: NOTE_LINES }, (_, line) => (
            <div key={line} />
          ))}
        </div>
      </div>
    </PrintSheet>
  )
}

/** Ruled lines to write on. */
const NOTE_LINES = 5

interface CoverFact {
  label: string
  words: string
}

const standingWords = ({ met, isUnsure }: Pick<Requirement, 'met' | 'isUnsure'>): string =>
  met ? text.have : isUnsure ? text.unsure : text.missing

/** Vehicle and people. A hidden or unknown name has an empty line, to be written by hand. */
function caseFacts({ view, vrm, vin, car, annotations, hidesNames }: CoverSheetProps): CoverFact[] {
  const kind = kindOfType(readTextField(view.body, 'type'))
  const parties: readonly Party[] = kind === null ? ['seller', 'buyer'] : PROCEDURE_KINDS[kind].parties
  const fields = hidesNames ? undefined : annotations?.fields
  return [
    { label: dataLabels.vehicle, words: car },
    ...(vrm === undefined || vin === undefined ? [] : [{ label: dataLabels.vin, words: displayVin(vin) }]),
    { label: fieldLabel('client', kind), words: fields?.client ?? '' },
    ...parties.map((party) => ({
      label: fieldLabel(`${party}Name`, kind),
      words: [fields?.[`${party}Name`], fields?.[`${party}TaxId`]].filter(Boolean).join(' · '),
    })),
    { label: text.carries, words: annotations?.assigned ?? '' },
  ]
}

/** State and dates. Terms without a valid date of the contract are left out. */
function dateFacts({ view, annotations, at }: CoverSheetProps): CoverFact[] {
  const kind = kindOfType(readTextField(view.body, 'type'))
  const created = readTimeField(view.body, 'createdAt')
  const contract = annotations?.fields.contractDate ?? ''
  const deadlines = kind === null ? [] : deadlinesOf(kind, contract, at)
  return [
    {
      label: text.state,
      words: `${stateName('procedure', view.status, view.statusDescription)} (${dateTime(view.since)})`,
    },
    ...(typeof created === 'number' ? [{ label: text.created, words: dateTime(created) }] : []),
    { label: fieldLabel('contractDate', kind), words: contract },
    ...deadlines.map(({ party, last }) => ({
      label: text.deadline(fieldLabel(`${party}Name`, kind)),
      words: fullDate(last),
    })),
    { label: dataLabels.id, words: view.id },
  ]
}

/** QR code of the link that opens the case. */
function CaseCode({ id }: { id: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(procedureLink(id))
    code.make()
    const count = code.getModuleCount()
    const lines = Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (__, column) =>
        code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '',
      ).join(''),
    )
    return { path: lines.join(''), size: count }
  }, [id])
  return (
    // The margin of four modules belongs to the code.
    <svg
      role="img"
      aria-label={text.codeLabel}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}

import { unreadableRow } from '#shared/text/app.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { clockOrDate, dateTime } from '#shared/text/dates.ts'
import { displayPhone } from '#shared/domain/phone.ts'
import { signerType } from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureListText } from '#shared/text/signatures.ts'
import { contactsText as text } from '#shared/text/fields.ts'
import { signerLabels } from '#shared/text/labels.ts'

const { columns } = text
export const contactColumns = [
  columns.name,
  columns.idNumber,
  columns.type,
  columns.where,
  columns.town,
  columns.used,
]

/** Number of final digits of an identifier that are shown: screens face the counter. */
export const TAIL = 3

/** Contact: identity and address. */
export function ContactCells({ contact, now }: { contact: Contact; now: number }) {
  const { fields, usedAt, uses, proposal } = contact
  const { fullname, idNumber, email, phone, municipalityName } = fields
  const type = signerType(idNumber)
  const where = [email, phone === '' ? '' : displayPhone(phone)].filter(Boolean).join(' · ')
  return (
    <>
      <span role="gridcell" className="clip medium" title={fullname}>
        {contact.unreadable ? unreadableRow : fullname || signatureListText.nameless}
        {proposal && <span className="small warn-text"> · {text.proposed}</span>}
      </span>
      <span role="gridcell" className="second figures">
        <span aria-hidden="true">{signatureListText.tail(idNumber.slice(-TAIL))}</span>
        <span className="visually-hidden">{signatureListText.tailLabel(idNumber.slice(-TAIL))}</span>
      </span>
      <span role="gridcell" className="clip second contacts__type">
        {type === null ? '' : signerLabels[type]}
      </span>
      <span role="gridcell" className="clip contacts__where" title={where}>
        {where}
      </span>
      <span role="gridcell" className="clip second contacts__town" title={municipalityName}>
        {municipalityName}
      </span>
      <span
        role="gridcell"
        className="second figures contacts__used"
        title={usedAt === null ? undefined : dateTime(usedAt)}
      >
        {usedAt === null ? text.unused : `${clockOrDate(usedAt, now)} · ${text.uses(uses)}`}
      </span>
    </>
  )
}

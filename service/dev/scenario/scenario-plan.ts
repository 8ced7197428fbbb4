import type { ActionOf } from '#shared/scenario/actions.ts'
import { writeDay } from '#shared/domain/calendar-day.ts'
import { createDraw } from '../../registry/draw.ts'
import { identify } from '../../registry/vehicle.ts'
import type { OfficeCalendar } from '../sample-office/calendar.ts'
import { stepsOf } from '../sample-office/lives.ts'
import { DOCUMENTS, type PlannedProcedure, type PlannedSignature } from '../sample-office/plan.ts'

/** Time of the office at which things of earlier days were begun, as a share of its hours. */
const MID_MORNING = 0.3
/** Of today, they were begun this long ago. */
const TODAY_MINUTES = 40
const DAY_MS = 86_400_000

const openedAt = (daysAgo: number, calendar: OfficeCalendar) =>
  daysAgo === 0 ? calendar.minutesAgo(TODAY_MINUTES) : calendar.daysAgo(daysAgo, MID_MORNING)

/** Procedure that a scenario opens in the past. Pure: the same action and moment give the same one. */
export function planOpened(action: ActionOf<'open'>, calendar: OfficeCalendar): PlannedProcedure {
  const { name, kind, plate, daysAgo, state, incident, client, seller, buyer, notes, labels } = action
  const openedMs = openedAt(daysAgo, calendar)
  const isRegistration = kind === 'registration'
  const life = { kind, state, age: daysAgo, ...(incident && { incident }) }
  const lastMs = daysAgo === 0 ? { movedAgo: TODAY_MINUTES / 2 } : {}
  return {
    kind,
    isDraft: state === 'DRAFT',
    openedMs,
    vrm: isRegistration ? null : plate,
    vin: isRegistration ? identify(plate).vehicle.vin : null,
    taxableBase: kind === 'transfer' ? 9_000 : null,
    invoiceNumber:
      kind === 'notification' ? null : `F-${new Date(openedMs).getFullYear()}/${plate.slice(0, 4)}`,
    documents: DOCUMENTS[kind],
    steps: stepsOf({ ...life, ...lastMs }, openedMs, calendar, createDraw(`scenario/${name}`)),
    notes: {
      client,
      sellerName: seller?.name ?? '',
      sellerTaxId: seller?.taxId ?? '',
      buyerName: buyer?.name ?? '',
      buyerTaxId: buyer?.taxId ?? '',
      contractDate: isRegistration ? '' : writeDay(openedMs - DAY_MS),
      notes,
      labels,
    },
  }
}

/** Signature request that a scenario has had sent in the past. */
export function planSent(
  { document, signer, daysAgo, state }: ActionOf<'send'>,
  calendar: OfficeCalendar,
): Omit<PlannedSignature, 'procedure'> {
  const createdMs = openedAt(daysAgo, calendar)
  const isOpen = state === 'submitted' || state === 'sent'
  return {
    type: document,
    signer: {
      type: 'person',
      idNumber: signer.taxId,
      fullname: signer.name,
      email: signer.email,
      deliveryMethod: 'email',
    },
    createdMs,
    sentMs: state === 'submitted' ? null : createdMs + 60_000,
    end: isOpen ? null : { state, atMs: calendar.minutesAgo(TODAY_MINUTES / 4) },
  }
}

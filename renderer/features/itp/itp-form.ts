import { useEffect, useState } from 'react'
import { isoDay } from '#shared/domain/calendar.ts'
import { parseEuros } from '#shared/domain/euros.ts'
import { cleanPostalCode, isPostalCode } from '#shared/domain/addresses.ts'
import { coversVehicle, type ItpInput } from '#shared/domain/itp/estimate.ts'
import { ITP_RATES } from '#shared/domain/itp/rates.ts'
import {
  type ItpCorrection,
  type ItpTerritoryId,
  readItpCorrection,
  territoryOfPostalCode,
} from '#shared/domain/itp/territories.ts'
import { knownFacts } from '#shared/domain/parties.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'
import { itpText as text } from '#shared/text/itp.ts'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { searchable } from '../known-parties/feature.ts'
import type { ItpStart } from './use-itp-dialog.tsx'

/** Fields of the form, as typed or chosen. */
interface ItpFields extends Pick<ItpInput, 'seller' | 'buyer' | 'vehicle' | 'label' | 'isHistoric'> {
  price: string
  newValue: string
  firstRegistration: string
  saleDay: string
  postalCode: string
  territory: ItpTerritoryId | ''
  cvf: string
  cc: string
}
export type ItpTextField = {
  [F in keyof ItpFields]: F extends 'territory' ? never : string extends ItpFields[F] ? F : never
}[keyof ItpFields]

/** Reading of a typed text. `error` is a sentence for the user. */
interface Reading<T> {
  value: T | null
  error?: string
}

/** Form of the estimate. Data of the office fill in the fields that the user has not changed. */
export function useItpForm(start: ItpStart) {
  const now = useNow(60_000)
  const [typed, setTyped] = useState<Partial<ItpFields>>({})
  const office = useSlice('office')
  /** Rate typed for a vehicle without data. It is not stored, because the office's rate is that of other vehicles. */
  const [ownRate, setOwnRate] = useState<{ of: string; rate: ItpCorrection } | null>(null)
  const { vrm, buyerTaxId } = start
  const { data: lookup } = useQuery('lookup.get', vrm === '' ? null : { vrm })
  const knownCode = useKnownPostalCode(buyerTaxId)
  const report = lookup?.verdict?.report ?? lookup?.latest
  const postalCode = typed.postalCode ?? knownCode
  const fields: ItpFields = {
    price: start.price,
    newValue: '',
    firstRegistration: report?.vehicle?.firstRegistrationDate ?? '',
    saleDay: start.saleDay,
    cvf: '',
    cc: '',
    seller: 'private',
    buyer: 'private',
    vehicle: 'car',
    label: 'none',
    isHistoric: false,
    ...typed,
    postalCode,
    territory: typed.territory ?? territoryOfPostalCode(postalCode) ?? '',
  }
  const saleDay = readDay(fields.saleDay, now)
  const readings = {
    price: readAmount(fields.price),
    newValue: readAmount(fields.newValue),
    saleDay,
    firstRegistration: notAfter(readDay(fields.firstRegistration, now), saleDay.value ?? isoDay(now)),
    cvf: readNumber(fields.cvf),
    cc: readNumber(fields.cc),
    postalCode: readPostalCode(postalCode),
  } as const satisfies Record<ItpTextField, Reading<unknown>>
  const territory = fields.territory === '' ? null : fields.territory
  const rates = territory ? ITP_RATES[territory] : undefined
  const needsOwnRate = rates !== undefined && !coversVehicle(rates, fields.vehicle)
  const subject = `${territory} ${fields.vehicle}`
  const input: ItpInput = {
    price: readings.price.value,
    territory,
    seller: fields.seller,
    buyer: fields.buyer,
    vehicle: fields.vehicle,
    label: fields.label,
    isHistoric: fields.isHistoric,
    newValue: readings.newValue.value,
    firstRegistration: readings.firstRegistration.value,
    saleDay: saleDay.value ?? isoDay(now),
    cvf: readings.cvf.value,
    cc: readings.cc.value,
    correction: needsOwnRate
      ? ownRate?.of === subject
        ? ownRate.rate
        : null
      : territory && readItpCorrection(office?.itpRates[territory] ?? ''),
  }
  return {
    fields,
    input,
    /** Sets the rate of a vehicle without data. `null` for a vehicle whose rate is the office's. */
    setOwnRate: needsOwnRate
      ? (rate: ItpCorrection | null) => setOwnRate(rate && { of: subject, rate })
      : null,
    /** False if a text cannot be read. A figure without it would mislead. */
    isReadable: Object.entries(readings).every(
      ([name, { error }]: [string, Reading<unknown>]) => name === 'postalCode' || error === undefined,
    ),
    hasSaleDay: saleDay.value !== null,
    isTouched: Object.keys(typed).length > 0,
    errorOf: (name: ItpTextField): string | undefined => readings[name].error,
    set<F extends keyof ItpFields>(name: F, value: ItpFields[F]) {
      setTyped(({ territory: chosen, ...others }) => ({
        ...others,
        // A new postal code proposes its own territory.
        ...(chosen !== undefined && name !== 'postalCode' && { territory: chosen }),
        [name]: value,
      }))
    },
  }
}
export type ItpForm = ReturnType<typeof useItpForm>

/** Postal code of the buyer in the records of this account. Empty if unknown. */
function useKnownPostalCode(buyerTaxId: string): string {
  const { bridge } = useClient()
  const [code, setCode] = useState('')
  const taxId = searchable(buyerTaxId)
  useEffect(() => {
    if (taxId === null) return
    let isWanted = true
    void bridge.call('known-parties.get', { taxId, except: '' }).then((known) => {
      if (isWanted && known.ok) setCode(knownFacts(known.value.sources).best.zipCode?.value ?? '')
    })
    return () => {
      isWanted = false
    }
  }, [bridge, taxId])
  return code
}

function readAmount(typed: string): Reading<number> {
  const read = parseEuros(typed)
  if (read.kind === 'ok') return { value: read.cents }
  if (read.kind === 'ambiguous') return { value: null, error: text.twoAmounts(read.readings) }
  return read.reason === 'empty' ? { value: null } : { value: null, error: text.badAmount }
}

function readDay(typed: string, now: number): Reading<string> {
  if (typed.trim() === '') return { value: null }
  const read = readTypedDay(typed, now)
  return read.kind === 'invalid' ? { value: null, error: text.badDay } : { value: isoDay(read.day) }
}

const notAfter = (reading: Reading<string>, day: string): Reading<string> =>
  reading.value !== null && reading.value > day ? { value: null, error: text.afterSale } : reading

function readNumber(typed: string): Reading<number> {
  const bare = typed.trim()
  if (bare === '') return { value: null }
  // 1.998 is thousands and 11,64 is a decimal, as people write them.
  const plain = /^\d{1,2}\.\d{3}$/.test(bare) ? bare.replace('.', '') : bare.replace(',', '.')
  return /^\d{1,5}(\.\d{1,2})?$/.test(plain)
    ? { value: Number(plain) }
    : { value: null, error: text.badNumber }
}

const readPostalCode = (typed: string): Reading<string> =>
  typed.trim() === '' || isPostalCode(typed)
    ? { value: cleanPostalCode(typed) }
    : { value: null, error: text.badPostalCode }

import type { SigningField } from '#shared/bridge/signing.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { signingChecksText as text } from '#shared/text/app-signing.ts'
import { listed } from '#shared/text/grammar.ts'
import type { SignKind } from '../../design/sign.tsx'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { compareParties, partiesOf } from './parties.ts'
import { signingFace } from './signing-face.ts'
import type { SigningOnScreen } from './use-signing.ts'

export interface SigningCheckFace {
  id: 'fields' | 'parties' | 'open' | 'connection'
  level: 'block' | 'advice' | 'wait' | 'ok'
  sign: SignKind
  title: string
  body: string
  /** The fields it is about, to go to them. */
  fields: readonly SigningField[]
  /** The other one that there is. */
  signatureId?: string
  /** It may be said that it is right as it is, and whether it was. */
  accepted?: boolean
}

const SIGNS = { block: 'stop', advice: 'warn', wait: 'none', ok: 'ok' } as const
const face = (
  id: SigningCheckFace['id'],
  level: SigningCheckFace['level'],
  words: Pick<SigningCheckFace, 'title' | 'body'>,
  more: Partial<SigningCheckFace> = {},
): SigningCheckFace => ({ id, level, sign: SIGNS[level], ...words, fields: [], ...more })

/** All that is looked at before it is sent, in one glance. */
export function useSigningChecks(signing: SigningOnScreen): readonly SigningCheckFace[] {
  const connection = useSlice('connection')?.state
  const parties = usePartiesCheck(signing)
  const open = useOpenCheck(signing)
  const offline = connection === 'down' || connection === 'unauthorized'
  return [
    fieldsCheck(signing),
    parties,
    open,
    ...(offline ? [face('connection', 'advice', { title: text.connection, body: text.connectionBody })] : []),
  ]
}

function fieldsCheck({ stops, problems, judged, isStrict }: SigningOnScreen): SigningCheckFace {
  if (stops.length > 0) {
    const fields = stops.map(({ field }) => field)
    // Nobody is told off for what they are writing, or have not come to yet.
    const told = stops.some(({ field }) => signingFace(judged, field, isStrict(field)).tone === 'stop')
    return told
      ? face('fields', 'block', { title: text.fields.block, body: '' }, { fields })
      : face('fields', 'wait', { title: text.fields.wait, body: '' }, { fields })
  }
  // What was looked at is told no more.
  const advice = problems.filter(
    ({ check }) => check.accept === undefined || !judged.accepted.includes(check.accept),
  )
  if (advice.length === 0) return face('fields', 'ok', { title: text.fields.ok, body: text.fieldsOk })
  const fields = advice.map(({ field }) => field)
  return face('fields', 'advice', { title: text.fields.advice, body: '' }, { fields })
}

function usePartiesCheck({ fields, judged }: SigningOnScreen): SigningCheckFace {
  const { procedureId, idNumber } = fields
  const { data: desk } = useQuery('desk.get', procedureId === '' ? null : { id: procedureId })
  const wait = (body: string) => face('parties', 'wait', { title: text.parties.wait, body })
  if (procedureId === '') return wait(text.partiesNoFile)
  const parties = desk ? partiesOf(desk.fields) : []
  const compared = compareParties(parties, [idNumber, fields.representativeIdNumber])
  if (compared === 'unknown') return wait(idNumber.trim() === '' ? text.partiesNoId : text.partiesNone)
  if (compared === 'ok') return face('parties', 'ok', { title: text.parties.ok, body: text.partiesOk })
  const names = listed(parties.map(({ name, taxId }) => name || taxId))
  return face(
    'parties',
    'advice',
    { title: text.parties.advice, body: text.partiesAdvice(names) },
    { accepted: judged.accepted.includes('party-mismatch') },
  )
}

/** One that waits to be signed by the same person: two of them would confuse. */
function useOpenCheck({ fields, document, problems }: SigningOnScreen): SigningCheckFace {
  const id = cleanTaxId(fields.idNumber)
  const complete =
    id !== '' && !problems.some(({ field, check }) => field === 'idNumber' && check.level === 'error')
  const { data } = useQuery(
    'signatures.list',
    complete ? { filter: { view: 'pending', text: id }, limit: 20 } : null,
  )
  if (!complete || !data) return face('open', 'wait', { title: text.open.wait, body: text.openWait })
  const other = data.rows.find(
    (row) => row.document === document && row.idTail !== '' && id.endsWith(row.idTail),
  )
  return other
    ? face('open', 'advice', { title: text.open.advice, body: text.openAdvice }, { signatureId: other.id })
    : face('open', 'ok', { title: text.open.ok, body: text.openOk })
}

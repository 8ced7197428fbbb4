import {
  handoverRecordSchema,
  type HandoverRecord,
  type Offer,
  offerSchema,
} from '#shared/records/handover-record.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Kinds of the records of a hand-over (docs/relay/protocol.md). Another version of the program ignores them. */
export const HANDOVER = 'handover'
export const HANDOVER_PART = 'handover-part'

/** Bytes of a document in one record. Base64 and sealing make 960,000 characters of them. */
export const PART_BYTES = 540_000
/** Characters that a record has for each byte of a document. */
const SEALED_RATIO = 16 / 9

/** @returns `null` for text of another form */
export function parseOffer(text: string): Offer | null {
  const offer = offerSchema.safeParse(recordIn(text))
  return offer.success ? offer.data : null
}

export const formatHandover = (id: string, record: HandoverRecord): string =>
  JSON.stringify({ kind: HANDOVER, key: id, ...record })

/** @returns `null` for a record of another kind or form */
export function parseHandover(content: string): { id: string; record: HandoverRecord } | null {
  const { kind, key, ...rest } = recordIn(content)
  if (kind !== HANDOVER || typeof key !== 'string') return null
  const record = handoverRecordSchema.safeParse(rest)
  return record.success ? { id: key, record: record.data } : null
}

/** Part of a document of a hand-over. */
export interface Part {
  /** Key of its record. */
  key: string
  document: number
  index: number
}

/** Parts of all documents of an offer, in their order. */
export const listParts = (id: string, { documents }: Pick<Offer, 'documents'>): Part[] =>
  documents.flatMap(({ size }, document) =>
    Array.from({ length: Math.ceil((size ?? 0) / PART_BYTES) }, (_, index) => ({
      key: `${id}/${document}/${index}`,
      document,
      index,
    })),
  )

export const formatPart = (key: string, bytes: Uint8Array): string =>
  JSON.stringify({ kind: HANDOVER_PART, key, data: Buffer.from(bytes).toString('base64') })

/** Bytes of a part. `null` for a record of another form. */
export function parsePart(key: string, content: string): Uint8Array | null {
  const { kind, key: of, data } = recordIn(content)
  return kind === HANDOVER_PART && of === key && typeof data === 'string' ? Buffer.from(data, 'base64') : null
}

/** Characters that the documents of an offer take at the relay. */
export const sealedSize = ({ documents }: Pick<Offer, 'documents'>): number =>
  documents.reduce((sum, { size }) => sum + (size ?? 0) * SEALED_RATIO, 0)

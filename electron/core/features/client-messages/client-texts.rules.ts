import {
  situationFields,
  SITUATION_IDS,
  type SituationId,
  isUsableTemplate,
  MAX_TEMPLATE,
} from '#shared/domain/client-messages.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Key of the office's texts in the store's `meta`: each account has its own. */
export const CLIENT_TEXTS = 'client-texts'

/** A text of the office. `null`: the original was restored. `at` decides which of two copies is newer. */
interface StoredText {
  text: string | null
  at: number
}
export type StoredTexts = Readonly<Partial<Record<SituationId, StoredText>>>

/** Reads the stored texts. Another version of the program, or a restored copy, may have written them. */
export function parseStoredTexts(stored: string | null): StoredTexts {
  const record = recordIn(stored ?? '{}')
  return Object.fromEntries(
    SITUATION_IDS.flatMap((id) => {
      const one = Object.hasOwn(record, id) ? record[id] : null
      return isStoredText(one) ? [[id, { text: one.text, at: one.at }]] : []
    }),
  )
}

/** The office's texts, usable or not. */
export const getOwnTexts = (texts: StoredTexts): Partial<Record<SituationId, string>> =>
  Object.fromEntries(Object.entries(texts).flatMap(([id, { text }]) => (text === null ? [] : [[id, text]])))

/** Takes the newer text of each situation. */
export function mergeTexts(current: StoredTexts, restored: StoredTexts): StoredTexts {
  const newer = Object.entries(restored).filter(([id, { at }]) => at > (current[id as SituationId]?.at ?? 0))
  return { ...current, ...Object.fromEntries(newer) }
}

export const isUsable = (id: SituationId, text: string): boolean =>
  text.length <= MAX_TEMPLATE && isUsableTemplate(text, situationFields(id))

function isStoredText(one: unknown): one is StoredText {
  if (typeof one !== 'object' || one === null) return false
  const { text, at } = one as Record<string, unknown>
  return (
    typeof at === 'number' && (text === null || (typeof text === 'string' && text.length <= MAX_TEMPLATE))
  )
}

import type { ClipboardPlates } from '../bridge/panel.ts'
import { readPlateList } from './plates/list.ts'
import { classifyPlate, isOldSeries } from './plates/classify.ts'
import { extractPlates } from './plates/extract.ts'

/** A whole document may be in the clipboard: only its beginning is read. */
const MAX_TEXT = 20_000
const MAX_PLATES = 200
/** Characters of the text that are shown around its only plate. */
const MAX_EXCERPT = 60

/** Plates in what was copied, in order; `null` without any. A doubtful reading is none: nobody has typed it. */
export function clipboardPlates(text: string): ClipboardPlates {
  const start = text.slice(0, MAX_TEXT)
  const line = start.trim()
  const { plates } = readPlateList(start)
  const vrms = plates.flatMap(({ plate, repaired }) => (repaired ? [] : [plate.vrm]))
  const whole = /[\r\n]/.test(line) ? null : classifyPlate(line)
  if (whole && whole.vrm === vrms[0]) return { vrms: [whole.vrm], excerpt: '' }
  // Old and official plates count only alone. A current one that is not recognised is a quantity or a model: «2018 BMW».
  if (vrms.length === 0 && whole && isOldSeries(whole)) return { vrms: [whole.vrm], excerpt: '' }
  if (vrms.length === 0) return null
  return { vrms: vrms.slice(0, MAX_PLATES), excerpt: vrms.length === 1 ? excerptOf(start) : '' }
}

/** The text around its first plate, in one line. */
function excerptOf(text: string): string {
  const [found] = extractPlates(text)
  const end = found?.end ?? MAX_EXCERPT
  const from = Math.max(0, end - MAX_EXCERPT / 2)
  const part = text
    .slice(from, from + MAX_EXCERPT)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${from > 0 ? '…' : ''}${part}${from + MAX_EXCERPT < text.length ? '…' : ''}`
}

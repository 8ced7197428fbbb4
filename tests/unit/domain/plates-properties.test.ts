import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyPlate, normalisePlate, displayPlate, spellPlate } from '#shared/domain/plates/classify.ts'
import { diagnosePlate, isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { extractPlates } from '#shared/domain/plates/extract.ts'
import { compactIdentifier } from '#shared/domain/normalize-text.ts'
import {
  oldProvinces,
  provinces,
  DIPLOMATIC_CODES,
  GROUP_LETTERS,
  OFFICIAL_CODES,
  prefixSeries,
  type PlateSeries,
} from '#shared/domain/plates/series.ts'
import { repairPlate } from '#shared/domain/plates/repair.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const chars = (from: string, min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(...from.split('')), minLength: min, maxLength: max })
/** Letters before the figures. */
const prefixOf = (vrm: string): string => /^[A-Z]*/.exec(vrm)?.[0] ?? ''
const digits = (min: number, max = min) => chars('0123456789', min, max)
const group = chars(GROUP_LETTERS, 3)
const province = fc.constantFrom(...provinces.keys())
const of = (series: PlateSeries, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => ({ series, vrm: texts.join('') }))

const modern = fc.oneof(
  of('ordinary', digits(4), group),
  ...[...prefixSeries].map(([letter, series]) => of(series, fc.constant(letter), digits(4), group)),
)
const provincial = of('provincial', province, digits(4), chars(CAPITALS, 1, 2))
/** Plates that are searched for inside a text. */
const extractable = fc.oneof(
  modern,
  provincial,
  of('pre-1971', province, digits(5, 6)),
  of('provincial-trailer', province, digits(5), fc.constant('R')),
  of('provincial-special', province, digits(5), fc.constant('VE')),
)
const anyPlate = fc.oneof(
  extractable,
  of('pre-1971', fc.oneof(province, fc.constantFrom(...oldProvinces.keys())), digits(1, 6)),
  // `SH` before a number is the Sáhara.
  of('historic-provincial', province, fc.constant('H'), chars(CAPITALS, 0, 1), digits(1, 4)).filter(
    ({ vrm }) => !/^SH[0-9]/.test(vrm),
  ),
  of('historic-provincial', fc.constant('VH'), province, digits(1, 4)),
  of('diplomatic', fc.constantFrom(...DIPLOMATIC_CODES.filter((code) => code !== 'CC')), digits(4, 7)),
  of(
    'official',
    fc.constantFrom(...OFFICIAL_CODES),
    digits(2, 6),
    chars(CAPITALS, 0, 2),
    fc.constantFrom('', 'VE'),
  ),
)

/** Replaces one character by one that it is mistaken for, where that one is not allowed. */
const MISREADINGS = new Map(
  Object.entries({
    0: 'OQDU',
    1: 'IL',
    2: 'Z',
    5: 'S',
    6: 'G',
    7: 'T',
    8: 'B',
    D: '0',
    B: '8',
    S: '5',
    Z: '2',
    G: '6',
    L: '1',
    T: '7',
  }),
)
const misread = fc
  .tuple(fc.oneof(modern, provincial), fc.nat(), fc.nat())
  .map(([{ vrm }, at, which]) => {
    const index = at % vrm.length
    const options = MISREADINGS.get(vrm.charAt(index)) ?? ''
    const wrong = options.charAt(which % Math.max(1, options.length))
    return { vrm, text: vrm.slice(0, index) + wrong + vrm.slice(index + 1) }
  })
  .filter(({ vrm, text }) => text.length === vrm.length && classifyPlate(text) === null)
  // Letters before the figures say the series: misread, they leave nothing to offer.
  .filter(({ vrm, text }) => prefixOf(text).startsWith(prefixOf(vrm)))
  .filter(
    ({ vrm, text }) =>
      !(prefixSeries.has(prefixOf(text)) && /[0-9][A-Z]{3}$/.test(text) && !/[A-Z]{3}$/.test(vrm)),
  )
  .filter(({ vrm, text }) => prefixOf(vrm) !== '' || !prefixSeries.has(prefixOf(text)))

/** A plate with one to three random edits: what a hurried typist leaves. */
const mistyped = fc
  .tuple(
    anyPlate,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('replace', 'insert', 'remove'),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZÑ/ -\n'.split('')),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([{ vrm }, edits]) =>
    edits.reduce((text, [where, edit, char]) => {
      const at = where % (text.length + 1)
      const rest = text.slice(edit === 'insert' ? at : at + 1)
      return text.slice(0, at) + (edit === 'remove' ? '' : char) + rest
    }, vrm),
  )

/** Number of characters to replace, insert or remove (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, char] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'ABEMRTV0138- \tñº\n;'.split('')), maxLength: 60 }),
)

describe('plates, whatever they are', () => {
  it('are of the series that they were made for', () => {
    fc.assert(
      fc.property(anyPlate, ({ vrm, series }) => {
        expect(classifyPlate(vrm)).toMatchObject({ vrm, series })
      }),
      {
        numRuns: 3000,
      },
    )
  })

  it('have no second reading but Cáceres and the Sáhara', () => {
    fc.assert(
      fc.property(anyPlate, ({ vrm }) => {
        expect(classifyPlate(vrm)?.alsoReadAs !== undefined).toBe(/^(?:CC[0-9]{4,6}|SH[0-9]{1,4})$/.test(vrm))
      }),
    )
  })

  it('come back from how they are written', () => {
    fc.assert(
      fc.property(anyPlate, ({ vrm }) => {
        expect(classifyPlate(displayPlate(vrm))).toEqual(classifyPlate(vrm))
        expect(classifyPlate(displayPlate(vrm).toLowerCase())?.vrm).toBe(vrm)
        expect(spellPlate(vrm).replace(/[ ,]/g, '')).toBe(vrm)
      }),
    )
  })

  it('are unfinished at every step of being typed', () => {
    fc.assert(
      fc.property(anyPlate, ({ vrm }) => {
        const written = displayPlate(vrm)
        for (let length = 0; length < vrm.length; length++)
          expect(isUnfinishedPlate(vrm.slice(0, length))).toBe(true)
        for (let length = 0; length < written.length; length++) {
          expect(isUnfinishedPlate(written.slice(0, length))).toBe(true)
        }
      }),
    )
  })

  it('are finished once the current letters are three', () => {
    fc.assert(
      fc.property(modern, ({ vrm }) => {
        expect(isUnfinishedPlate(vrm)).toBe(false)
      }),
    )
  })

  it('are among the repairs of a look-alike of theirs, unless old where a current one is as near', () => {
    fc.assert(
      fc.property(misread, ({ vrm, text }) => {
        const repairs = repairPlate(text).map(({ plate }) => plate)
        const hidden =
          classifyPlate(vrm)?.series === 'provincial' && repairs.some(({ series }) => series === 'ordinary')
        if (!hidden) expect(repairs.map((plate) => plate.vrm)).toContain(vrm)
        expect(repairs).not.toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('are found between anything that is no letter or digit', () => {
    const between = fc.string({
      unit: fc.constantFrom(...'.,;:()[]«»"\'\n_/|=>'.split('')),
      minLength: 1,
      maxLength: 5,
    })
    const noise = fc.constantFrom('', 'hola', 'WVWZZZ1JZXW000001', 'año', '2024', 'C220D')
    fc.assert(
      fc.property(noise, between, extractable, between, noise, (before, left, { vrm }, right, after) => {
        const text = (written: string) => before + left + written + right + after
        expect(extractPlates(text(vrm)).map(({ plate }) => plate.vrm)).toEqual([vrm])
        expect(extractPlates(text(displayPlate(vrm))).map(({ plate }) => plate.vrm)).toEqual([vrm])
      }),
    )
  })

  it('are never found inside a word, so neither inside a VIN', () => {
    fc.assert(
      fc.property(chars(CAPITALS, 1, 5), digits(1, 5), extractable, (before, after, { vrm }) => {
        expect(extractPlates(`${before}0${vrm}${after}X`)).toEqual([])
      }),
    )
  })
})

describe('suggestions', () => {
  it('are one character away from the text at most, and of its series', () => {
    const seen = { suggested: 0 }
    fc.assert(
      fc.property(fc.oneof(mistyped, anyText), (text) => {
        const understood = understandPlateInput(text)
        if (understood.kind !== 'repair') return
        const found = extractPlates(text)
        for (const { plate } of understood.suggestions) {
          seen.suggested += 1
          const source = found.find((one) => one.plate.vrm === plate.vrm)
          const typed = compactIdentifier(source ? text.slice(source.start, source.end) : text.trim())
          // A line break is a space.
          expect(editDistance(typed.replace(/[\r\n]+/g, ''), plate.vrm)).toBeLessThanOrEqual(1)
          const typedPrefix = prefixOf(typed.replace(/[^A-Z0-9]/g, ''))
          expect(typedPrefix.startsWith(prefixOf(plate.vrm))).toBe(true)
          if (prefixSeries.has(typedPrefix)) expect(plate.series).not.toBe('ordinary')
        }
      }),
      { numRuns: 5000 },
    )
    expect(seen.suggested).toBeGreaterThan(50)
  })
})

describe('texts, whatever they are', () => {
  it('normalise once and for all', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalisePlate(normalisePlate(text))).toBe(normalisePlate(text))
      }),
    )
  })

  it('never make anything throw, and what is said of them is in them', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const understood = understandPlateInput(text)
        displayPlate(text)
        spellPlate(text)
        isUnfinishedPlate(text)
        const ranges = [...('ranges' in understood ? understood.ranges : []), ...diagnosePlate(text).ranges]
        for (const { start, end } of [...ranges, ...extractPlates(text)]) {
          expect(0 <= start && start < end && end <= text.length).toBe(true)
        }
        for (const { plate, fix } of repairPlate(text)) {
          expect(classifyPlate(plate.vrm)).toEqual(plate)
          expect(fix.at).toBeLessThan(text.length)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    '0',
    '1234BC',
    'M-',
    'M1234A',
    'C 1234 BC',
    '- ',
    'TF89',
    '\n',
    'ñ',
    'WVWZZZ1JZXW000001',
    '1234 BCD ',
  ])('of 5 MB of %j are read in bounded time', (unit) => {
    const text = unit.repeat((5 * 1024 * 1024) / unit.length)
    const started = performance.now()
    extractPlates(text)
    understandPlateInput(text)
    isUnfinishedPlate(text)
    // A quadratic algorithm would take hours: this only has to detect it on a busy machine.
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

import { MAX_CELL, MAX_SHEETS, MAX_TEXT, type ReadSheets, UnreadableList } from './list-file.ts'
import { numberFormat, type NumberFormat, spanishDate } from './number-format.ts'
import { plateFileText } from '#shared/text/plate-lists.ts'
import { readXml, type ZipFile } from './zip-entries.ts'
import { type Allowance, createSheetRows } from './sheet-rows.ts'

/** Shared parts that the cells of every sheet refer to. */
interface Workbook {
  /** `path` is `null` if the ZIP has no part for the sheet. */
  sheets: { name: string; isHidden: boolean; path: string | null }[]
  texts: string[]
  formats: NumberFormat[]
}

/** Usual paths of the workbook, in order of preference. */
const USUAL_PATHS = ['xl/workbook.xml', 'xl/workbook.bin']

/**
 * Path of the workbook in a ZIP; `null` if the ZIP is no workbook. If the package does not name its workbook, the
 * usual paths are tried.
 */
export async function workbookPath(zip: ZipFile): Promise<string | null> {
  for (const { type, target } of (await readRelations(zip, '')).values())
    if (type === 'officeDocument' && /(?:^|\/)workbook[^/]*\.(?:xml|bin)$/i.test(target) && zip.has(target))
      return target
  return USUAL_PATHS.find((path) => zip.has(path)) ?? null
}

/**
 * Reads the sheets of an XLSX file. Formulas have the values that they had when the file was saved.
 * @throws {UnreadableList}
 */
export async function readXlsx(zip: ZipFile, path: string, allowance: Allowance): Promise<ReadSheets> {
  const workbook = await readWorkbook(zip, path)
  const read: ReadSheets = { sheets: [], unread: [] }
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (index >= MAX_SHEETS || sheet.path === null) {
      read.unread.push({ name: sheet.name, problem: index >= MAX_SHEETS ? 'too-large' : 'damaged' })
      continue
    }
    const rows = createSheetRows(sheet.name, sheet.isHidden, allowance)
    await readSheet(zip, sheet.path, workbook, rows)
    read.sheets.push(rows.take())
  }
  return read
}

async function readWorkbook(zip: ZipFile, path: string): Promise<Workbook> {
  const relations = await readRelations(zip, path)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const pathOf = (wanted: string) =>
    [...relations.values()].find(({ type, target }) => type === wanted && zip.has(target))?.target ??
    [`${folder}${wanted}.xml`].find(zip.has)
  const sheets: Workbook['sheets'] = []
  let is1904 = false
  await readXml(zip.bytes(path), {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'))
      if (name !== 'sheet') return
      const relation = relations.get(attribute('id'))
      if (relation && WITHOUT_CELLS.test(relation.type)) return
      sheets.push({
        name: attribute('name'),
        isHidden: /hidden/i.test(attribute('state')),
        path: relation && zip.has(relation.target) ? relation.target : null,
      })
    },
  })
  const styles = pathOf('styles')
  const texts = pathOf('sharedStrings')
  return {
    sheets: sheets.some((sheet) => sheet.path !== null) ? sheets : usualSheets(zip, folder, sheets),
    texts: texts === undefined ? [] : await readTexts(zip, texts),
    formats: styles === undefined ? [] : await readFormats(zip, styles, is1904),
  }
}

const WITHOUT_CELLS = /^(?:chart|dialog|xl(?:intl)?macro)sheet$/i

/** Sheets at the usual paths, for a workbook whose relations lead to no sheet. */
function usualSheets(zip: ZipFile, folder: string, named: Workbook['sheets']): Workbook['sheets'] {
  const isUsual = (name: string) => /^worksheets\/[^/]+\.xml$/i.test(name.slice(folder.length))
  const paths = zip
    .names()
    .filter((name) => name.toLowerCase().startsWith(folder.toLowerCase()) && isUsual(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const sheets = paths.map((path, at) => ({
    name: named[at]?.name ?? path.replace(/^.*\/|\.xml$/gi, ''),
    isHidden: named[at]?.isHidden ?? false,
    path,
  }))
  return [...sheets, ...named.slice(paths.length)]
}

interface Relation {
  type: string
  target: string
}

/** Files to which a file refers, by the ids that it uses for them. */
async function readRelations(zip: ZipFile, path: string): Promise<Map<string, Relation>> {
  const slash = path.lastIndexOf('/') + 1
  const folder = path.slice(0, slash)
  let relations = new Map<string, Relation>()
  const file = `${folder}_rels/${path.slice(slash)}.rels`
  if (!zip.has(file)) return relations
  await readXml(zip.bytes(file), {
    open: (name, attribute) => {
      if (name !== 'Relationship') return
      const type = attribute('Type').replace(/^.*\//, '')
      // A target is resolved as an address on the web, from the folder of the file.
      const pathFrom = (base: string) => {
        const target = URL.parse(attribute('Target'), `zip://zip/${base}`)
        return target === null ? null : decodeURI(target.pathname).slice(1)
      }
      const target = pathFrom(folder)
      // Some programs write the target from the root, but without its slash.
      const fromRoot = pathFrom('')
      if (target !== null)
        relations.set(attribute('Id'), {
          type,
          target: fromRoot !== null && !zip.has(target) && zip.has(fromRoot) ? fromRoot : target,
        })
    },
  }).catch((error: unknown) => {
    // If the relations are damaged, the workbook may still have its parts at the usual paths.
    if (!(error instanceof UnreadableList) || error.problem !== 'damaged') throw error
    relations = new Map()
  })
  return relations
}

async function readTexts(zip: ZipFile, path: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let characters = 0
  const reading = createTextReading((part) => (text = append(text, part)))
  await readXml(zip.bytes(path), {
    open: (name) => {
      if (name === 'si') text = ''
      reading.open(name)
    },
    text: reading.text,
    close: (name) => {
      reading.close(name)
      if (name !== 'si') return
      characters += text.length
      if (characters > MAX_TEXT) throw new UnreadableList('too-large')
      texts.push(unescaped(text))
    },
  })
  return texts
}

/** Reads the text of `<t>`, without Japanese phonetic guides. */
function createTextReading(take: (part: string) => void) {
  let isText = false
  let isPhonetic = false
  return {
    open: (name: string) => {
      if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    text: (part: string) => {
      if (isText) take(part)
    },
    close: (name: string) => {
      if (name === 'rPh') isPhonetic = false
      else if (name === 't') isText = false
    },
  }
}

async function readFormats(zip: ZipFile, path: string, is1904: boolean): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const made = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isCellStyle = false
  await readXml(zip.bytes(path), {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode'))
      else if (name === 'cellXfs') isCellStyle = true
      else if (name === 'xf' && isCellStyle) {
        const id = Number(attribute('numFmtId'))
        const format = made.get(id) ?? numberFormat(id, codes.get(id), is1904)
        made.set(id, format)
        formats.push(format)
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats
}

type SheetRows = ReturnType<typeof createSheetRows>

async function readSheet(
  zip: ZipFile,
  path: string,
  { texts, formats }: Workbook,
  rows: SheetRows,
): Promise<void> {
  let row = -1
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  /** Text inside the cell itself, not among the shared texts. */
  let inlined = ''
  let isValue = false
  let isFormula = false
  let isFormulaText = false
  let isBlank = false
  let formula = ''
  /**
   * Numbers of shared formulas whose result may be blank. The other cells of a shared formula do not repeat the
   * formula text.
   */
  const blankShared = new Set<string>()
  let shared = ''
  /** Column of the first formula without a saved value, used for a row that has nothing else. */
  let unsaved: number | null = null
  const merged: string[] = []
  const inline = createTextReading((part) => (inlined = append(inlined, part)))

  const shown = (): string => {
    if (type === 's') {
      // Without its part with the shared texts the workbook is damaged, not blank.
      const text = texts[Number(value)]
      if (text === undefined) throw new UnreadableList('damaged')
      return text
    }
    if (type === 'b') return value === '1' ? 'VERDADERO' : 'FALSO'
    if (type === 'd') return spanishDate(value)
    if (type === 'str' || type === 'inlineStr') return unescaped(value)
    if (value === '' || type === 'e') return value
    const number = Number(value)
    return Number.isFinite(number) ? (formats[style]?.(number) ?? value) : value
  }

  await readXml(zip.bytes(path), {
    open: (name, attribute) => {
      inline.open(name)
      if (name === 'row') {
        row = attribute('r') === '' ? row + 1 : Number(attribute('r')) - 1
        column = -1
        unsaved = null
        if (isTrue(attribute('hidden'))) rows.hideRow(row)
      } else if (name === 'c') {
        const place = attribute('r')
        column = place === '' ? column + 1 : columnOf(place)
        type = attribute('t')
        style = Number(attribute('s'))
        value = ''
        inlined = ''
        isFormula = false
        isBlank = false
      } else if (name === 'v') isValue = true
      else if (name === 'f') {
        isFormula = isFormulaText = true
        formula = ''
        shared = attribute('t') === 'shared' ? attribute('si') : ''
      } else if (name === 'mergeCell' && merged.length < MAX_MERGED) merged.push(attribute('ref'))
      else if (name === 'col' && isTrue(attribute('hidden')))
        rows.hideColumns(Number(attribute('min')) - 1, Number(attribute('max')) - 1)
    },
    text: (part) => {
      if (isValue) value = append(value, part)
      else if (isFormulaText) formula = append(formula, part)
      else inline.text(part)
    },
    close: (name) => {
      inline.close(name)
      if (name === 'v') {
        isValue = false
        // The program did save a result, a blank text, such as that of =SI(A2="";"";A2) copied down.
        isBlank = type === 'str' && value === '' && (formula.includes('""') || blankShared.has(shared))
      } else if (name === 'f') {
        isFormulaText = false
        if (shared !== '' && formula.includes('""')) blankShared.add(shared)
      } else if (name === 'c') {
        // Some libraries write a number beside the text, or the text in place of the number.
        if (type === 'inlineStr' || value === '') value = inlined || value
        if (value !== '') rows.set(row, column, shown())
        else if (isFormula && !isBlank) unsaved ??= column
      } else if (name === 'row' && unsaved !== null && rows.isBlank(row))
        rows.set(row, unsaved, plateFileText.unsavedFormula)
    },
  })
  for (const range of merged) fillMerged(rows, range)
}

const MAX_MERGED = 50_000

/** Decodes `_xHHHH_` (ST_Xstring, ECMA-376 part 1, 22.9.2.19). A control character becomes a blank. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/[^\P{Cc}\t\n]/gu, ' ')
    : text

function fillMerged(rows: SheetRows, range: string): void {
  const [from = '', to = ''] = range.split(':')
  rows.fillDown(rowOf(from), columnOf(from), rowOf(to))
}

/** Index of the column in a cell name such as `AB12`. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^\$?[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase().replace('$', '') ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const rowOf = (place: string): number => Number(/\d+$/.exec(place)?.[0] ?? 0) - 1
const isTrue = (value: string): boolean => value === '1' || value === 'true'
const append = (text: string, part: string): string =>
  text.length <= MAX_CELL ? (text + part).slice(0, MAX_CELL + 1) : text

import { decodeText } from '#shared/domain/text-encoding.ts'
import { compoundFileProblem, isCompoundFile } from './compound-file.ts'
import { isTable, readDelimited } from './delimited.ts'
import { htmlText, isHtml } from '#shared/domain/pasted-text/html-text.ts'
import { type ListFile, type ListFileProblem, MAX_FILE, MAX_TEXT, UnreadableList } from './list-file.ts'
import { isMail, readMail } from './mail.ts'
import { isEncryptedOds, ODS_TYPE, readOds } from './ods.ts'
import { type Allowance, newAllowance } from './sheet-rows.ts'
import { readXlsx, workbookPath } from './xlsx.ts'
import { openZip, type ZipFile } from './zip-entries.ts'

/** Bytes that tell what a file is. */
const HEAD = 4096
/** Larger mails are not delivered. */
const MAX_MAIL = 60 * 1024 * 1024
const MAX_ATTACHMENTS = 20

/**
 * Reads a file of any format by its content; its name only tells a mail and a CSV file apart from other texts.
 * @throws {UnreadableList}
 */
export async function parseListFile(file: File): Promise<ListFile> {
  const read = await parse(file, newAllowance(), true)
  const isEmpty = read.text.trim() === '' && read.sheets.every(({ rows }) => rows.length === 0)
  const [unread] = read.unread
  if (isEmpty) throw new UnreadableList(unread ? unread.problem : 'empty')
  return read
}

async function parse(file: File, allowance: Allowance, mayBeMail: boolean): Promise<ListFile> {
  if (file.size > MAX_FILE) throw new UnreadableList('too-large')
  if (file.size === 0) throw new UnreadableList('empty')
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  if (isCompoundFile(head)) throw new UnreadableList(await compoundFileProblem(file))
  // A ZIP, be it an empty one.
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0) < 8) return parseZip(file, allowance)
  const beginning = decodeText(head.subarray(0, head.length - (head.length % 2)))
  if (beginning === null) throw new UnreadableList('not-a-list')
  if (mayBeMail && isMail(beginning, file.name)) return parseMail(file, allowance)
  if (file.size > MAX_TEXT) throw new UnreadableList('too-large')
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (text === null) throw new UnreadableList('not-a-list')
  return parseText(text, file.name, allowance)
}

function parseText(text: string, name: string, allowance: Allowance): ListFile {
  if (text.trim() === '') throw new UnreadableList('empty')
  // Workbooks in one XML file: of Excel 2003, and of LibreOffice.
  if (
    /^\s*<\?xml[^]{0,2000}?(?:urn:schemas-microsoft-com:office:spreadsheet|opendocument:xmlns:office)/.test(
      text,
    )
  )
    throw new UnreadableList('old-format')
  const plain = isHtml(text) ? htmlText(text) : text
  if (!/\.(?:csv|tsv|tab)$/i.test(name) && !isTable(plain))
    return { kind: 'text', text: plain, sheets: [], unread: [] }
  return { kind: 'table', text: '', sheets: [readDelimited(plain, '', allowance)], unread: [] }
}

async function parseZip(file: File, allowance: Allowance): Promise<ListFile> {
  const zip = await openZip(file)
  const workbook = await workbookPath(zip)
  if (workbook !== null) {
    if (workbook.endsWith('.bin')) throw new UnreadableList('old-format')
    return { kind: 'workbook', text: '', sheets: await readXlsx(zip, workbook, allowance), unread: [] }
  }
  if (!(await isOds(zip))) throw new UnreadableList('not-a-list')
  if (await isEncryptedOds(zip)) throw new UnreadableList('encrypted')
  return { kind: 'workbook', text: '', sheets: await readOds(zip, allowance), unread: [] }
}

/** By what it says of itself, in the first bytes of a file of its own. */
async function isOds(zip: ZipFile): Promise<boolean> {
  if (!zip.has('mimetype')) return false
  let type = ''
  for await (const chunk of zip.bytes('mimetype')) {
    type += new TextDecoder().decode(chunk)
    if (type.length > 200) break
  }
  return type.startsWith(ODS_TYPE)
}

/** A mail with all of its lists: its text and its attachments, except for those that are no list. */
async function parseMail(file: File, allowance: Allowance): Promise<ListFile> {
  if (file.size > MAX_MAIL) throw new UnreadableList('too-large')
  const mail = await readMail(file).catch(() => {
    throw new UnreadableList('damaged')
  })
  const read: ListFile = { kind: 'mail', text: mail.text, sheets: [], unread: [] }
  for (const [index, attachment] of mail.attachments.entries()) {
    const { name } = attachment
    try {
      if (index >= MAX_ATTACHMENTS) throw new UnreadableList('too-large')
      const { text, sheets } = await parse(attachment, allowance, false)
      if (text !== '') read.text += `\n${text}`
      read.sheets.push(
        ...sheets.map((sheet) => ({ ...sheet, name: [name, sheet.name].filter(Boolean).join(' · ') })),
      )
    } catch (error) {
      read.unread.push({ name, problem: problemOf(error) })
    }
  }
  return read
}

/** What is wrong with a file that could not be read. */
export const problemOf = (error: unknown): ListFileProblem =>
  error instanceof UnreadableList ? error.problem : 'damaged'

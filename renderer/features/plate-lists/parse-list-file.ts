import { readPage } from '#shared/domain/pasted-text/html-text.ts'
import { isHtml } from '#shared/domain/pasted-text/is-html.ts'
import { decodeText } from '#shared/domain/text-encoding.ts'
import { isTable, readDelimited, type Allowance, newAllowance } from './sheet-rows.ts'
import { MAX_LEGACY, readLegacyWorkbook, withCells } from './legacy-workbook.ts'
import {
  type ListFile,
  type ListFileProblem,
  MAX_FILE,
  MAX_TEXT,
  type ReadSheets,
  UnreadableList,
  type UnreadPart,
} from './list-file.ts'
import { isMail, isSealedText, readMail, type ReadMail, readOutlookMessage, readTnef } from './mail.ts'
import { isEncryptedOds, ODS_TYPES, readOds } from './ods.ts'
import { readXlsx, workbookPath } from './xlsx.ts'
import { isTnef } from './tnef.ts'
import { isRtf, rtfText } from './rtf.ts'
import { openZip, type ZipFile } from './zip-entries.ts'

/** Number of first bytes that identify the format of a file. */
const HEAD = 4096
/** Number of first characters of an XML file that contain its namespaces: programs declare dozens of them. */
const XML_HEAD = 65_536
/** Maximum bytes of a mail. Larger mails are not delivered. */
const MAX_MAIL = 60 * 1024 * 1024
/** Maximum files inside a mail or a ZIP that are read, over all levels. */
const MAX_PARTS = 200
/** Maximum levels of mails and ZIPs inside each other. */
const MAX_DEPTH = 5
/** Names of files in a ZIP that are probably lists. */
const LIST_NAME = /\.(?:xlsx|xlsm|xlsb|xls|ods|fods|csv|tsv|tab|txt|htm|html|eml|emlx|mbox|msg|xml|dbf)$/i
/** Entries of a ZIP that are not files of the user: folders, and files that operating systems add. */
const NOT_A_FILE = /\/$|(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/** Rows, characters and parts of a file that may still be read, over all its levels. */
interface Budget extends Allowance {
  parts: number
}

/**
 * Reads a file of any format. The content decides the format. The name only distinguishes a mail or a CSV file from
 * other texts.
 * @throws {UnreadableList}
 */
export async function parseListFile(file: File): Promise<ListFile> {
  const read = await parse(file, { ...newAllowance(), parts: MAX_PARTS }, 0)
  const isEmpty = read.text.trim() === '' && read.sheets.every(({ rows }) => rows.length === 0)
  if (!isEmpty) return read
  const [unread] = read.unread
  // Each part of a mail or a ZIP is named with its reason.
  if (unread && (read.kind === 'mail' || read.kind === 'archive')) return read
  const isFarAway = read.sheets.some(({ farCells }) => farCells.length > 0)
  throw new UnreadableList(unread?.problem ?? (isFarAway ? 'too-large' : 'empty'))
}

async function parse(file: File, budget: Budget, depth: number): Promise<ListFile> {
  if (file.size > MAX_FILE) throw new UnreadableList('too-large')
  if (file.size === 0) throw new UnreadableList('empty')
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  if (isCompoundFile(head)) return parseCompound(file, budget, depth)
  // A ZIP, which may be empty.
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0) < 8) return parseZip(file, budget, depth)
  if (isOldWorkbook(head) || isOldTable(head))
    return workbook(readLegacyWorkbook(await bytesOf(file, MAX_LEGACY), budget))
  if (isTnef(head)) return parseMail(file, budget, depth, readTnef)
  const binary = linkKind(head, file) ?? binaryKind(head)
  if (binary) throw new UnreadableList(binary)
  // Web programs may write a warning or a byte order mark before the workbook.
  const zipAt = String.fromCharCode(...head).indexOf('PK\u0003\u0004')
  if (zipAt > 0) return parseZip(new File([file.slice(zipAt)], file.name), budget, depth)
  const beginning = decodeText(head)
  // A message may have an attachment that is not encoded. The bytes of the attachment are not text.
  if (isMail(beginning ?? headersOf(head), file.name)) return parseMail(file, budget, depth, readMail)
  if (beginning === null) throw new UnreadableList('not-a-list')
  const text = decodeText(await bytesOf(file, MAX_TEXT))
  if (text === null) throw new UnreadableList('not-a-list')
  return parseText(isRtf(text) ? rtfText(text) : text, file.name, budget)
}

/** The text before the first blank line. */
const headersOf = (head: Uint8Array): string => String.fromCharCode(...head).split(/\r?\n\r?\n/, 1)[0] ?? ''

async function bytesOf(file: Blob, most: number): Promise<Uint8Array> {
  if (file.size > most) throw new UnreadableList('too-large')
  return new Uint8Array(await file.arrayBuffer())
}

/** First bytes of RAR, 7-Zip, gzip, compress, bzip2, xz, Zstandard, cabinets and ARJ. */
const ARCHIVES = [
  'Rar!',
  '7z\xBC\xAF',
  '\u001F\x8B',
  '\u001F\x9D',
  'BZh',
  '\xFD7zXZ',
  '\x28\xB5\x2F\xFD',
  'MSCF',
  '\x60\xEA',
]
const LZH = /^..-l(?:h\d|z[s45])-/
/** Beginning of the databases of Access and SQLite. */
const DATABASES = ['\0\u0001\0\0Standard Jet DB\0', '\0\u0001\0\0Standard ACE DB\0', 'SQLite format 3\0']
/**
 * First bytes of a Windows shortcut (MS-SHLLINK), and of an Apple property list, such as the stub of a file in
 * iCloud.
 */
const SHORTCUTS = ['L\0\0\0\u0001\u0014\u0002\0', 'bplist00']
/** Texts that are links: of browsers, of Apple, of Linux, and to documents in Google Drive. */
const LINK =
  /^(?:\uFEFF|\xEF\xBB\xBF)?\s*(?:\[(?:InternetShortcut|Desktop Entry)\]|\{\s*"(?:url|doc_id)":|<\?xml[^]*<plist[^]*<key>URL<\/key>)/i
const LOCK_NAME = /(?:^|[\\/])(?:~\$|\.~lock\.)[^\\/]*$/
/** Maximum bytes of a link or of a lock file. */
const MAX_LINK = 4096

/** Beginning of the identifiers of encrypted and signed contents (RFC 5652: 1.2.840.113549.1.7). */
const CMS = '\x2A\x86\x48\x86\xF7\x0D\x01\x07'

const startsWithAny = (start: string, signatures: readonly string[]): boolean =>
  signatures.some((signature) => start.startsWith(signature))

/** Detects files that stand for another file. */
function linkKind(head: Uint8Array, { name, size }: File): ListFileProblem | null {
  const start = String.fromCharCode(...head.subarray(0, 1024))
  if (startsWithAny(start, SHORTCUTS) || (size <= MAX_LINK && LINK.test(start))) return 'shortcut'
  return size <= MAX_LINK && LOCK_NAME.test(name) ? 'lock' : null
}

/** Detects binary formats. Each has its own name, so that the user knows what to do with the file. */
function binaryKind(head: Uint8Array): ListFileProblem | null {
  const start = String.fromCharCode(...head.subarray(0, 1024))
  if (start.includes('%PDF-')) return 'pdf'
  if (
    /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|BM[^]{4}\0{4}|II[*+]\0|MM\0[*+]|RIFF[^]{4}WEBP|[^]{4}ftyp(?:hei|hev|mif|avif))/.test(
      start,
    )
  )
    return 'picture'
  if (startsWithAny(start, ARCHIVES) || start.startsWith('ustar', 257) || LZH.test(start)) return 'compressed'
  if (startsWithAny(start, DATABASES)) return 'database'
  return start.startsWith('0') && start.slice(0, 32).includes(CMS) ? 'sealed' : null
}

async function parseText(text: string, name: string, budget: Budget): Promise<ListFile> {
  if (text.trim() === '') throw new UnreadableList('empty')
  if (isSealedText(text)) throw new UnreadableList('sealed')
  // SYLK, which old programs export.
  if (/^\uFEFF?ID;/.test(text)) return workbook(readLegacyWorkbook(text.replace(/^\uFEFF/, ''), budget))
  const head = text.slice(0, XML_HEAD)
  // Workbooks in one XML file: of Excel 2003, and of LibreOffice.
  if (/<(?:\w+:)?Workbook\s[^<]*urn:schemas-microsoft-com:office:spreadsheet/.test(head)) {
    const xml = text.replace(/^\s*(?:<\?xml[^>]*>)?/, '<?xml version="1.0" encoding="UTF-8"?>')
    return workbook(readLegacyWorkbook(new TextEncoder().encode(xml), budget))
  }
  if (/<(?:\w+:)?document\s[^<]*opendocument:xmlns:office/.test(head))
    return workbook(withCells(await readOds(oneChunk(text), budget)))
  const { text: plain, hiddenLines } = isHtml(text)
    ? readPage(text)
    : { text: unfolded(text), hiddenLines: [] }
  // A single line is a list in a row. It may have more cells than a table has columns.
  const trimmed = plain.trim()
  const isRow = !/[\r\n]/.test(trimmed) && /[\p{L}\p{N}]/u.test(trimmed)
  const isNamedTable = /\.(?:csv|tsv|tab)$/i.test(name) && !isRow
  if (!isNamedTable && !isTable(plain) && hiddenLines.length === 0)
    return { kind: 'text', text: plain, sheets: [], unread: [] }
  return { kind: 'table', text: '', sheets: [readDelimited(plain, '', budget, hiddenLines)], unread: [] }
}

/**
 * Unfolds and unescapes the lines of an event or a contact (RFC 5545, 3.1 and 3.3.11). Decodes the quoted-printable
 * of contacts from old telephones (vCard 2.1). Any other text stays unchanged.
 */
function unfolded(text: string): string {
  if (!/^\uFEFF?\s*BEGIN:V(?:CALENDAR|CARD)/i.test(text)) return text
  return text
    .replaceAll(/^[^:\r\n]*QUOTED-PRINTABLE[^:\r\n]*:(?:.*=\r?\n)*.*$/gim, unquoted)
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll(/\\n/gi, '\n')
    .replaceAll(/\\([,;\\])/g, '$1')
}

function unquoted(line: string): string {
  const joined = line.replaceAll(/=\r?\n/g, '')
  return joined.replaceAll(
    /(?:=[0-9a-f]{2})+/gi,
    (codes) =>
      decodeText(Uint8Array.from(codes.slice(1).split('='), (code) => Number.parseInt(code, 16))) ?? codes,
  )
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text.replace(/^\s*<\?xml[^>]*>/, ''))
}

const workbook = (read: ReadSheets): ListFile => ({
  kind: 'workbook',
  text: '',
  ...read,
})

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Maximum sectors of the directory that are read. The names of the main parts are in the first sectors. */
const DIRECTORY_SECTORS = 16

/** True for the container of Microsoft's programs before 2007. Encrypted workbooks still use this container. */
const isCompoundFile = (head: Uint8Array): boolean =>
  COMPOUND_FILE.every((byte, index) => head[index] === byte)

/** True for the first record of a workbook of Excel 2 to 4, which has no container (MS-XLS, BOF). */
const isOldWorkbook = (head: Uint8Array): boolean =>
  head[0] === 0x09 && [0x00, 0x02, 0x04].includes(head[1] ?? -1) && (head[2] ?? 0) <= 8 && head[3] === 0

/** Versions of Lotus 1-2-3 sheets, by the length of the record that has the version (type 0). */
const LOTUS_VERSIONS: Readonly<Record<number, (version: number) => boolean>> = {
  2: (version) => version >= 0x404 && version <= 0x406,
  26: (version) => version >= 0x1000 && version <= 0x1005,
}
/** Versions of tables of dBase and FoxPro. */
const DBASE_VERSIONS = [0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xf5]
const DBASE_HEADER = 33

/** True for a table of dBase or FoxPro, or a sheet of Lotus 1-2-3: old management programs export them. */
function isOldTable(head: Uint8Array): boolean {
  if (head.length < DBASE_HEADER) return false
  const view = new DataView(head.buffer, head.byteOffset)
  const isLotus = LOTUS_VERSIONS[view.getUint16(2, true)]?.(view.getUint16(4, true)) ?? false
  if (view.getUint16(0, true) === 0 && isLotus) return true
  const [version = 0, , month = 0, day = 0] = head
  const isDated = month >= 1 && month <= 12 && day >= 1 && day <= 31
  // A header has 32 bytes for each field, and zero bytes, which a text does not have.
  return (
    DBASE_VERSIONS.includes(version) &&
    isDated &&
    view.getUint16(8, true) >= DBASE_HEADER &&
    view.getUint16(10, true) > 1 &&
    head.subarray(0, DBASE_HEADER).includes(0)
  )
}

/**
 * Reads a compound file (MS-CFB). The names in its directory tell whether it is a workbook or a message of Outlook.
 */
async function parseCompound(file: File, budget: Budget, depth: number): Promise<ListFile> {
  const head = new DataView(await file.slice(0, 512).arrayBuffer())
  if (head.byteLength < 512) throw new UnreadableList('damaged')
  const sector = 2 ** Math.min(head.getUint16(30, true), 16)
  const from = (head.getUint32(48, true) + 1) * sector
  const directory = new TextDecoder('utf-16le').decode(
    await file.slice(from, from + sector * DIRECTORY_SECTORS).arrayBuffer(),
  )
  // A message may contain a workbook as an object, so messages are checked first.
  if (/__(?:nameid|properties)_version/.test(directory))
    return parseMail(file, budget, depth, readOutlookMessage)
  if (directory.includes('EncryptedPackage')) throw new UnreadableList('encrypted')
  if (/Workbook|Book\0/i.test(directory))
    return workbook(readLegacyWorkbook(await bytesOf(file, MAX_LEGACY), budget))
  throw new UnreadableList(directory.includes('WordDocument') ? 'document' : 'not-a-list')
}

async function parseZip(file: File, budget: Budget, depth: number): Promise<ListFile> {
  const zip = await openZip(file)
  const path = await workbookPath(zip)
  if (path !== null && /\.bin$/i.test(path)) {
    await checkUnzippedSize(zip)
    return workbook(readLegacyWorkbook(await bytesOf(file, MAX_LEGACY), budget))
  }
  if (path !== null) return orPictures(zip, workbook(await readXlsx(zip, path, budget)))
  if (await isOds(zip)) {
    if (await isEncryptedOds(zip)) throw new UnreadableList('encrypted')
    return orPictures(zip, workbook(await readOds(zip.bytes('content.xml'), budget)))
  }
  if (zip.names().some((name) => /\.iwa$|^index\.zip$/i.test(name))) throw new UnreadableList('numbers')
  if (zip.has('word/document.xml') || zip.has('content.xml')) throw new UnreadableList('document')
  // The ZIP is another format of Office, or a workbook with missing parts.
  if (zip.has('[Content_Types].xml'))
    throw new UnreadableList(zip.has('xl/styles.xml') ? 'damaged' : 'not-a-list')
  return parseArchive(zip, budget, depth)
}

/**
 * Returns the workbook that was read.
 * @throws {UnreadableList} `picture` if the workbook has only pictures: the list may be in a picture
 */
function orPictures(zip: ZipFile, read: ListFile): ListFile {
  const isBlank = read.unread.length === 0 && read.sheets.every(({ rows }) => rows.length === 0)
  if (isBlank && zip.names().some((name) => /^(?:xl\/media|Pictures)\/./i.test(name)))
    throw new UnreadableList('picture')
  return read
}

/**
 * Checks the unzipped size of a workbook before SheetJS unzips all of it.
 * @throws {UnreadableList} `too-large` if the size exceeds `MAX_LEGACY`
 */
async function checkUnzippedSize(zip: ZipFile): Promise<void> {
  let size = 0
  for (const name of zip.names())
    for await (const chunk of zip.bytes(name)) {
      size += chunk.byteLength
      if (size > MAX_LEGACY) throw new UnreadableList('too-large')
    }
}

/**
 * True for an OpenDocument spreadsheet. The type may be in `mimetype`, only in the manifest, as some libraries write
 * it, or only in the content.
 */
async function isOds(zip: ZipFile): Promise<boolean> {
  for (const name of ['mimetype', 'META-INF/manifest.xml', 'content.xml']) {
    if (!zip.has(name)) continue
    let start = ''
    for await (const chunk of zip.bytes(name)) {
      start += new TextDecoder().decode(chunk)
      if (start.length > XML_HEAD) break
    }
    if (name === 'mimetype' && ODS_TYPES.some((type) => start.startsWith(type))) return true
    if (name === 'META-INF/manifest.xml' && ODS_TYPES.some((type) => start.includes(`"${type}"`))) return true
    if (name === 'content.xml' && /<(?:\w+:)?spreadsheet[\s>]/.test(start)) return true
  }
  return false
}

/** Reads a ZIP that contains lists. Its other files are named as unread. */
async function parseArchive(zip: ZipFile, budget: Budget, depth: number): Promise<ListFile> {
  const files = zip.names().filter((name) => !NOT_A_FILE.test(name))
  // Lists come first, so that photos do not use up the limits.
  const names = [
    ...files.filter((name) => LIST_NAME.test(name)),
    ...files.filter((name) => !LIST_NAME.test(name)),
  ]
  if (names.length === 0) throw new UnreadableList('zip')
  return parseParts(
    { kind: 'archive', text: '', names, unread: [], fileOf: (name) => unzipped(zip, name) },
    budget,
    depth,
  )
}

async function unzipped(zip: ZipFile, name: string): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of zip.bytes(name)) {
    size += chunk.byteLength
    if (size > MAX_LEGACY) throw new UnreadableList('too-large')
    chunks.push(new Uint8Array(chunk))
  }
  return new File(chunks, name)
}

/** Reads all lists of a mail: its text and its attachments. An attachment that is no list is named as unread. */
async function parseMail(
  file: File,
  budget: Budget,
  depth: number,
  readWith: (file: Blob) => Promise<ReadMail>,
): Promise<ListFile> {
  if (file.size > MAX_MAIL) throw new UnreadableList('too-large')
  const { text, attachments, unread } = await readWith(file).catch(() => {
    throw new UnreadableList('damaged')
  })
  const files = new Map(attachments.map((attachment, index) => [index, attachment]))
  return parseParts(
    {
      kind: 'mail',
      text,
      names: attachments.map(({ name }) => name),
      unread,
      fileOf: async (_, index) => files.get(index) ?? new File([], ''),
    },
    budget,
    depth,
  )
}

interface Parts {
  kind: 'mail' | 'archive'
  text: string
  names: readonly string[]
  /** Parts that are known to be unreadable. */
  unread: readonly UnreadPart[]
  fileOf: (name: string, index: number) => Promise<File>
}

/** Reads the files inside another file. A file that cannot be read is named with its reason. */
async function parseParts(parts: Parts, budget: Budget, depth: number): Promise<ListFile> {
  const { kind, names, fileOf } = parts
  const read: ListFile = { kind, text: parts.text, sheets: [], unread: [...parts.unread] }
  const inside = (name: string, inner: string) => [name, inner].filter(Boolean).join(' · ')
  for (const [index, name] of names.entries()) {
    try {
      if (depth >= MAX_DEPTH || --budget.parts < 0) throw new UnreadableList('too-large')
      const { text, sheets, unread } = await parse(await fileOf(name, index), budget, depth + 1)
      if (text !== '') read.text += `\n${text}`
      read.sheets.push(...sheets.map((sheet) => ({ ...sheet, name: inside(name, sheet.name) })))
      read.unread.push(...unread.map((part) => ({ ...part, name: inside(name, part.name) })))
    } catch (error) {
      const problem = problemOf(error)
      if (!read.unread.some((part) => part.name === name && part.problem === problem))
        read.unread.push({ name, problem })
    }
  }
  return read
}

/** Problem of a file that could not be read. */
export const problemOf = (error: unknown): ListFileProblem =>
  error instanceof UnreadableList ? error.problem : 'damaged'

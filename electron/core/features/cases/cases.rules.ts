import { caseViewSchema, type CaseView } from '#shared/bridge/cases.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import { codePiece, searchPieces } from '#shared/domain/search-text.ts'
import { documentLabel, procedureName } from '#shared/text/labels.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Contact data of a person of a procedure; '' if there are none. */
export interface Reach {
  email: string
  /** Address to which the service writes. In nearly every procedure it belongs to this office. */
  userEmail: string
  phone: string
}

const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * E-mail address and telephone of a stored record. The record is the form of a draft, the fields of a contact, or the
 * service's answer about a signature. Any other record has none.
 */
export function readReach(stored: string): Reach {
  const record = recordIn(stored)
  const form = readObject(record['fields'])
  const signer = readObject(record['signer'])
  return {
    email: readText(record['email']) || readText(signer['email']),
    userEmail: readText(form['userEmail']),
    phone: readText(record['phone']) || readText(signer['phone']),
  }
}

/** Items of a stored JSON list; empty for anything else. */
export function listIn(stored: string): unknown[] {
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/**
 * Names of the service's documents that say more than the document's type. Other names would match nearly every
 * procedure.
 */
export function listDocumentNames(documents: unknown): string[] {
  return !Array.isArray(documents)
    ? []
    : documents.flatMap((document) => {
        const { name, type } = readObject(document)
        const words = readText(name)
        const plain = foldText(words)
        return words === '' ||
          plain === foldText(readText(type)) ||
          plain === foldText(documentLabel(readText(type)))
          ? []
          : [words]
      })
}

/** Names under which a type of procedure is known: the service's, ours and the official one. */
export function listTypeNames(type = '', label = ''): string[] {
  const kind = kindOfType(type)
  return [
    ...new Set([
      label,
      procedureName(type, label),
      kind === null ? '' : procedureKindTexts[kind].officialName,
    ]),
  ]
}

/** The service may send a number where its specification has a text. */
export const stringOrEmpty = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/**
 * Full-text query for typed text. Pieces are letters, digits and spaces, so nothing typed is an operator.
 * @param email as in `searchPieces`
 */
export function buildMatch(typed: string, email?: 'whole' | 'words'): string {
  return joinAlternatives(searchPieces(typed, email))
}

const joinAlternatives = (alternatives: readonly string[][]): string =>
  alternatives.map((pieces) => `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`).join(' OR ')

/**
 * Two queries for a typed code such as `F-2026/0859`; `null` for any other text. `whole` matches the code as one
 * word. `parts` runs only if `whole` finds nothing.
 */
export function buildCodeMatches(typed: string): { whole: string; parts: string } | null {
  const code = codePiece(typed)
  if (code === null) return null
  const parts = searchPieces(typed).filter(([piece, ...others]) => piece !== code || others.length > 0)
  // A plate or a telephone has no parts.
  return { whole: joinAlternatives([[code]]), parts: joinAlternatives(parts.length > 0 ? parts : [[code]]) }
}

/** Like `buildMatch`, but only among names and identifiers of people. */
export function buildPeopleMatch(typed: string): string {
  const match = buildMatch(typed)
  return match === '' ? '' : `people : (${match})`
}

/** Key of the saved views in the store's `meta`. */
export const CASE_VIEWS = 'case-views'

/** Parses saved views. Another version of the program, or a restored copy, may have written the text. */
export function parseViews(text: string | null): CaseView[] {
  const read = parseJson(text)
  if (!Array.isArray(read)) return []
  return read.flatMap((one: unknown) => {
    const view = caseViewSchema.safeParse(one)
    return view.success ? [view.data] : []
  })
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

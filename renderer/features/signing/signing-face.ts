import type { SigningField } from '#shared/bridge/signing.ts'
import { checkPhone } from '#shared/domain/phone.ts'
import { checkSigningField, isBlocking, signerType } from '#shared/domain/signing/check-signing.ts'
import type { SigningAcceptable, SigningForm } from '#shared/domain/signing/fields.ts'
import { entityLetterOf, taxIdKind } from '#shared/domain/tax-id.ts'
import { signingHelp, signingText as text } from '#shared/text/app-signing.ts'
import { entityLabels, taxIdKindLabels } from '#shared/text/labels-tax-ids.ts'
import { signingProblemTexts } from '#shared/text/signing-fields.ts'
import type { FieldFace } from '../autosave/field-line.tsx'

export type SigningFace = FieldFace<SigningAcceptable>

/** A control that is wrong is told at once: the number is complete, and the right one can be put. */
const AT_ONCE: ReadonlySet<string> = new Set(['tax-id-letter', 'tax-id-control', 'representative-company'])

/** What is said of a field as it is typed. What is wrong is said once it was left (`strict`). */
export function signingFace(form: SigningForm, name: SigningField, strict: boolean): SigningFace {
  const check = checkSigningField(name, form)
  const { level, problem, suggestions = [] } = check
  const accept =
    check.accept === undefined ? null : { what: check.accept, on: form.accepted.includes(check.accept) }
  const help: SigningFace = { tone: 'help', words: signingHelp[name] ?? '', suggestions: [], accept: null }
  if (level === 'empty') return { ...help, suggestions }
  if (problem !== undefined && level !== 'ok') {
    if (!strict && !AT_ONCE.has(problem)) return help
    const right = suggestions[0]
    const expected = problem === 'tax-id-letter' && right !== undefined ? text.expected(right.slice(-1)) : ''
    const words = [
      check.echo !== undefined && name === 'phone' ? `${check.echo}.` : '',
      expected || signingProblemTexts[problem],
    ]
    return {
      tone: isBlocking(check) ? 'stop' : 'warn',
      words: words.filter(Boolean).join(' '),
      suggestions,
      accept,
    }
  }
  const echo = echoOf(form, name, check.echo)
  return echo === '' ? help : { ...help, tone: 'ok', words: echo }
}

/** How it was understood. */
function echoOf({ fields }: SigningForm, name: SigningField, echo: string | undefined): string {
  const typed = fields[name]
  if (name === 'idNumber') return whoIs(typed)
  if (name === 'representativeIdNumber') return kindName(typed)
  if (name === 'phone') {
    const phone = checkPhone(typed)
    return phone.kind === 'ok' && echo !== undefined ? `${echo} · ${text.lines[phone.line]}` : ''
  }
  return name === 'zipCode' ? (echo ?? '') : ''
}

/** «Sociedad limitada · persona jurídica»: what the identifier decides. */
function whoIs(typed: string): string {
  const type = signerType(typed)
  if (type === null) return ''
  return type === 'company' ? text.companyIs(kindName(typed)) : text.personIs(kindName(typed))
}

function kindName(typed: string): string {
  const letter = entityLetterOf(typed)
  if (letter !== null) return entityLabels[letter]
  const kind = taxIdKind(typed)
  return kind === null ? '' : taxIdKindLabels[kind]
}
